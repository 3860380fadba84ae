/**
 * The shapes the house sends, as docs/protocol.md describes them; wagers as unfold.js makes them. Types only: nothing here runs.
 *
 * @typedef {import("./voice.js").Said} Said
 * @typedef {{code: string, sentence: string, said?: Said, clause?: string|null, also?: string[], allowed?: string[]}} Refusal
 * @typedef {{seat: number, name: string, connected: boolean, chips_cents: number, owed_cents: number, waives?: boolean}} Seat
 * @typedef {{id: string, label: string, odds: string, said?: Said, inscription?: string|null, clause?: string|null,
 *   minimum_cents: number, maximum_cents: number}} Area
 * @typedef {{seat: number, wager: string, stake_cents: number, added_cents: number, coupon_cents: number, paid_cents: number}} Wager
 * @typedef {{for: string, until: number, length: number}} ClockFace
 * @typedef {{id: string, label: string, clause?: string|null, state: "done"|"now"|"next"}} StripStep
 * @typedef {{no: number, player: (string|null)[], banker: (string|null)[], player_total: number|null, banker_total: number|null,
 *   result: string|null, holders: Record<string, number>, handed: string|null, offered: {hand: string, seat: number}|null, called: string[], natural: string[], third: string[],
 *   simulated: boolean, tucked: boolean}} Coup
 * @typedef {{seat: number, wager: string, stake_cents: number, added_cents: number, outcome: "win"|"lose"|"push",
 *   winnings_cents: number, vigorish_cents: number, coupon_cents: number, owed_cents: number, net_cents: number}} Outcome
 * @typedef {{coup_no: number, shoe_no?: number, player: string[], banker: string[], player_total: number,
 *   banker_total: number, result: string|null, status?: string, says: string, said?: Said,
 *   why: Record<string, {why: string, said?: Said, clause: string|null}>, wagers: Outcome[]}} LastCoup
 * @typedef {[number, number, string|null, number?, number?]} RoadCell
 * @typedef {{bead: string[], big: RoadCell[], big_eye_boy: RoadCell[], small_road: RoadCell[],
 *   cockroach_pig: RoadCell[], ask: Record<string, {B: string|null, P: string|null}>,
 *   counts: Record<string, number>}} Roads
 * @typedef {{v: number, event: string, at: number, clauses: string[], says: string, said?: Said, [fact: string]: any}} PublicEvent
 * @typedef {{vigorish: string, said?: Said, clause: string|null, texts: string[],
 *   pending: {says: string, said?: Said, options: Record<string, string|number|boolean>, effective_at: number}|null}} Sign
 * @typedef {{seat: number, wager: string, cents: number, cash_cents: number, accepted: boolean}} Spoken
 * @typedef {{given: {seat: number, hash: string, state: "sealed"|"shown"|"withheld"}[], mixed: boolean}} SharePart
 * @typedef {{asks: "hash"|"value", shoe_no: number, seat: number, hash: string}} ShareAsk
 * @typedef {{table: string, name: string, pit: string, rulebook: string, rulebook_name: string,
 *   options: Record<string, string|number|boolean>, seats_count: number, phase: string, betting: boolean, takes: {spoken: boolean, coupons: string[], turning: boolean, partners: boolean, age: number}, shoe_no: number, coup_no: number, cards_left: number,
 *   cards_count: number, cut_card_depth: number, commitment: string, share: SharePart|null, last_hand: boolean, burned: (string|null)[],
 *   waiting: number, set_aside: [string|null, "player"|"banker"|"rack"|"shoe"][], sign: Sign, spoken: Spoken[], staffed: boolean, watching?: number,
 *   clock: ClockFace|null, strip: StripStep[], seats: Seat[], areas: Area[], layout: {beside: string[], markers: string}, unit_cents: number, chips_cents: number[], notes_cents: number[],
 *   wagers: Wager[], coup: Coup|null, cut_offered_to: number|null, house_money_due: number|null, last: LastCoup|null,
 *   roads: Roads, incidents: number, training: boolean, help: boolean, odds: boolean, play_chips: boolean}} View
 * @typedef {{seat: number|null, chips_cents: number, wallet_cents: number, owed_cents: number, leaving: {waits: boolean, pay_cents: number, payable: boolean, unpaid: boolean},
 *   cards: Record<string, string[]>, asks: string[], arriving?: boolean, ready: {said: boolean, others: number, seats: number[]}|null, wishes: string[], share?: ShareAsk|null, partnerships: {number: number, seats: number[], counts: boolean, marked: boolean, agreed: boolean}[], may_decline?: boolean, house_money?: {stake_cents: number, places: string[]}, [more: string]: any}} Yours
 * @typedef {{id: string|null, name: string|null, role: string, seat: number|null, wallet_cents: number}} You
 * @typedef {{id: string, name: string, roles: {role: string, pit: string|null, table: string|null}[],
 *   wallet_cents: number, has_password: boolean, age_known: boolean, may_play: boolean}} Person
 * @typedef {{person: Person|null, csrf?: string, locked?: boolean}} Session
 * @typedef {{id: string, name: string, pit: string, rulebook: string, rulebook_name: string,
 *   options: Record<string, string|number|boolean>, tags: {says: string, said: Said}[], limits: any, seats: number, taken: number, phase: string,
 *   shoe_no: number, coup_no: number, big_road: RoadCell[], training: boolean, help: boolean, odds: boolean, guests_share: boolean, watching: number, your_seat: number, age: number, least_age: number}} LobbyRow
 * @typedef {{hand: string, card: number, edge: string, how: number, seat?: number}} Peel
 */

export {};
