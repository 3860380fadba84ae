/**
 * The lie of a table: where each seat's boxes, the hands and the furniture are, for somebody who stands somewhere. Numbers in,
 * numbers out; nothing here draws.
 *
 * A half-moon: guests along the curved side, the dealer at the straight one. Seats are wedges of a ring around a point behind
 * the dealer, seat 1 at the dealer's right; the rows of a wedge lead from the guest to the dealer. One's own wedge is
 * widest: whoever sits somewhere sees that place best. Across the table the same scene is turned by half a circle, so that
 * the dealer's right is right.
 */

/** Half of the angle that the seats take, in radians. */
const REACH = 0.46;
/** The wood around the cloth: along the guests' side, and where the dealer stands and speaks. */
const RAIL = 15;
const DEALERS_RAIL = 34;
/** Rows of boxes and the plates of the seats, at scale one; a box that is tapped is never lower than a finger. */
const HIGH = { player: 54, banker: 54, tie: 50, side: 47, plate: 46 };
const TAP = 44;
const GAP = 4;
/** The float is deeper where no marker buttons lie before it. */
const FLOAT = { alone: 54, before: 40 };
const MARKERS = 25;
/** Parts of a hand, in widths of a card: two cards beside each other, a third across, name and count. */
const TWO_CARDS = 2.07;
const THREE_CARDS = 3.54;
export const COUNT = 0.86;
const CARD_TALL = 1.4;
/** The width of a card at scale one. */
const CARD = 80;
const SLIT = 3;

/** So many boxes share a row; where there are more beside Player, Banker and the tie, two of them lie beside the tie. */
const IN_A_ROW = 3;

/** @typedef {{x: number, y: number, w: number, h: number, turn: number, sag?: number}} Place its middle, its size, how it is turned in degrees, and how far the ring leaves its corners */
/** @typedef {{seat: number, area: string, place: Place, path: string}} Box */
/** @typedef {{seats: number, rows: string[][], width: number, room: number, most?: number, focus: number, markers: boolean, across?: boolean}} Asked */

/**
 * The rows of boxes in front of a seat, from the guest to the dealer.
 * @param {readonly string[]} areas every wager of the table
 * @param {readonly string[]} beside those that the print puts side by side
 * @returns {string[][]}
 */
export function rowsOf(areas, beside = []) {
  const there = (/** @type {readonly string[]} */ list) => list.filter((id) => areas.includes(id));
  const outer = there(["player", "banker"]);
  const printed = beside.length ? there(beside) : there(["tie"]);
  let rest = areas.filter((id) => !outer.includes(id) && !printed.includes(id));
  const flanked = !beside.length && rest.length > IN_A_ROW;
  const middle = flanked ? [rest[0], ...printed, rest[1]] : printed;
  if (flanked) rest = rest.slice(2);
  const rows = [...outer.map((id) => [id]), middle];
  for (let at = 0; at < rest.length; at += IN_A_ROW) rows.push(rest.slice(at, at + IN_A_ROW));
  return rows.filter((row) => row.length);
}

/** The largest scene that fits into the room, or the smallest there is. @param {Asked} asked */
export function sceneOf(asked) {
  const least = 0.8;
  let scale = Math.max(least, Math.min(asked.most ?? 1.6, asked.width / 1000));
  let scene = lie(asked, scale);
  while (scene.height > asked.room && scale > least) {
    scale = Math.max(least, scale - 0.02);
    scene = lie(asked, scale);
  }
  return scene;
}

/** Pixels of what the rack is said to hold, which is one line for the dealer: hundreds of cards, ten of them burned. */
const RACK_WORDS = 138;

/** @param {Asked} asked @param {number} scale */
function lie({ seats, rows, width, focus, markers, across = false }, scale) {
  const rail = Math.min(22, RAIL * scale);
  const dealers = DEALERS_RAIL * Math.min(1.35, scale);
  const gap = GAP * scale;
  const card = Math.min(CARD * scale, width * 0.078);
  const high = rows.map((row) => Math.max(TAP, (HIGH[/** @type {keyof typeof HIGH} */ (row.includes("tie") ? "tie" : row[0])] ?? HIGH.side) * scale));
  const plate = Math.max(TAP + 2, HIGH.plate * Math.min(scale, 1.3));
  const middle = width / 2;
  const half = middle - rail - 4;
  const far = half / Math.sin(REACH);
  const outer = far - plate;
  const inner = outer - high.reduce((sum, one) => sum + one, 0);
  const deep = Math.max(TAP + 6, (markers ? FLOAT.before : FLOAT.alone) * scale);
  const float = { x: middle, y: dealers + gap + deep / 2, w: Math.min(width * 0.3, 330 * scale), h: deep, turn: 0 };
  const line = { x: middle, y: float.y + float.h / 2 + gap + (MARKERS * scale) / 2, w: Math.min(width * 0.36, 44 * seats * scale), h: markers ? MARKERS * scale : 0, turn: 0 };
  const handsTop = (markers ? line.y + line.h / 2 : float.y + float.h / 2) + gap * 2;
  // The boxes begin where neither the second card of a hand, nor the third that lies across, reaches into them.
  const drop = (/** @type {number} */ x) => inner - Math.sqrt(inner * inner - x * x);
  const reach = (/** @type {number} */ cards, /** @type {number} */ tall) => handsTop + card * tall + gap * 2 + drop(12 + card * (COUNT + 0.1 + cards));
  const top = Math.max(reach(TWO_CARDS, CARD_TALL), reach(THREE_CARDS, 1));
  const centre = top - inner;
  const height = centre + far + gap + rail;
  const at = (/** @type {number} */ angle, /** @type {number} */ radius) => ({ x: middle + radius * Math.sin(angle), y: centre + radius * Math.cos(angle) });
  const spread = Math.asin((half - 6) / far);
  const own = focus ? Math.min(0.44, Math.max(300 / width, 1 / seats + (rows.length > IN_A_ROW ? 0.27 : 0.23))) : 1 / seats;
  const share = (/** @type {number} */ seat) => 2 * spread * (seat === focus ? own : (1 - (focus ? own : 0)) / (seats - (focus ? 1 : 0)));
  /** @returns {Place} */
  const place = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ near, /** @type {number} */ far) => {
    const angle = (from + to) / 2;
    const point = at(angle, (near + far) / 2);
    const sag = ((near + far) / 2) * (1 - Math.cos((to - from) / 2));
    return turned({ x: point.x, y: point.y, w: 2 * near * Math.tan((to - from) / 2) - SLIT - 1, h: far - near - SLIT - 1, turn: (-angle * 180) / Math.PI, sag });
  };
  const turned = (/** @type {Place} */ one) => (across ? { ...one, x: width - one.x, y: height - one.y } : one);
  /** @type {Box[]} */
  const boxes = [];
  /** @type {{seat: number, place: Place, plate: Place}[]} */
  const wedges = [];
  let from = -spread;
  for (let seat = 1; seat <= seats; seat += 1) {
    const to = from + share(seat);
    let radius = outer;
    rows.forEach((row, index) => {
      const near = radius - high[index];
      let left = from;
      for (const area of row) {
        const right = left + (to - from) / row.length;
        boxes.push({ seat, area, place: place(left, right, near, radius), path: sector(at, left + SLIT / 2 / radius, right - SLIT / 2 / radius, near + SLIT / 2, radius - SLIT / 2) });
        left = right;
      }
      radius = near;
    });
    wedges.push({ seat, place: place(from, to, inner, far), plate: place(from, to, outer, far) });
    from = to;
  }
  const edge = centre + Math.sqrt(far * far - half * half);
  const corner = Math.min(70 * scale, edge * 0.35);
  /** @returns {string} */
  const moon = (/** @type {number} */ out, /** @type {number} */ above, /** @type {number} */ radius) => {
    const a = half + 4 + out;
    const big = far + gap + out;
    const angle = Math.asin(a / big) - corner / big;
    const [l, r] = [at(-angle, big), at(angle, big)];
    const low = centre + Math.sqrt(big * big - a * a) - corner * 0.75;
    const n = (/** @type {number} */ value) => value.toFixed(1);
    const y = dealers - above;
    return `M${n(middle - a + radius)} ${n(y)}H${n(middle + a - radius)}Q${n(middle + a)} ${n(y)} ${n(middle + a)} ${n(y + radius)}V${n(low)}Q${n(middle + a)} ${n(low + corner * 0.7)} ${n(r.x)} ${n(r.y)}A${n(big)} ${n(big)} 0 0 1 ${n(l.x)} ${n(l.y)}Q${n(middle - a)} ${n(low + corner * 0.7)} ${n(middle - a)} ${n(low)}V${n(y + radius)}Q${n(middle - a)} ${n(y)} ${n(middle - a + radius)} ${n(y)}Z`;
  };
  const beside = { left: rail + 12 + Math.max(90 * scale + 30, across ? RACK_WORDS : 0), right: middle - Math.max(float.w, markers ? line.w : 0) / 2 - 16 };
  const handsHigh = card * CARD_TALL;
  return {
    scale,
    width,
    height,
    card,
    high,
    plate,
    boxes,
    wedges,
    rail: moon(rail, dealers, 16),
    cloth: moon(0, 0, 8),
    ring: moon(-6, -6, 6),
    across,
    float: turned(float),
    slot: turned({ x: middle + float.w / 2 + 26 * scale, y: float.y, w: 12 * scale, h: float.h * 0.8, turn: 0 }),
    line: turned(line),
    marker: (/** @type {number} */ seat) => turned({ x: line.x + line.w * ((seat - 0.5) / seats - 0.5), y: line.y, w: line.w / seats - 3, h: line.h, turn: 0 }),
    hands: turned({ x: middle, y: handsTop + handsHigh / 2, w: width, h: handsHigh, turn: 0 }),
    clock: turned({ x: Math.min(middle + float.w / 2 + 150 * scale, width - rail - 14 - 102 * scale - 32 * scale), y: float.y, w: 46 * scale, h: 46 * scale, turn: 0 }), // before the shoe, also on a small table
    caption: turned({ x: middle, y: dealers / 2, w: width * 0.86, h: dealers, turn: 0 }),
    plaque: turned({ x: beside.right - Math.min(beside.right - beside.left, 360 * scale) / 2, y: (dealers + handsTop) / 2, w: Math.min(beside.right - beside.left, 360 * scale), h: Math.min(62 * scale, handsTop - dealers - 10), turn: 0 }),
    // Where a card lies that no hand is due: where the hand's third card would lie, below the rack, before the shoe.
    stray: (/** @type {"player"|"banker"|"rack"|"shoe"} */ where, /** @type {number} */ index) => {
      const beside = 12 + card * (COUNT + 0.1 + TWO_CARDS + 0.72 + index * 0.3);
      const x = { player: middle - beside, banker: middle + beside, rack: rail + 16 + card * (0.8 + index * 0.3), shoe: width - rail - 22 - card * (0.8 + index * 0.75) }[where];
      const before = dealers + 8 + 80 * scale + 24 + card * 0.6;
      const tilt = { player: 96, banker: 84, rack: -8, shoe: 7 - 5 * index }[where];
      return turned({ x, y: where === "rack" || where === "shoe" ? before : handsTop + card * 0.62, w: card * 0.9, h: card * 0.9 * CARD_TALL, turn: tilt });
    },
    rack: turned({ x: rail + 10 + 38 * scale, y: dealers + 4 + 34 * scale, w: 76 * scale, h: 68 * scale, turn: 0 }),
    shoe: turned({ x: width - rail - 14 - 51 * scale, y: dealers + 8 + 40 * scale, w: 102 * scale, h: 80 * scale, turn: 0 }),
  };
}

/**
 * A piece of a ring.
 * @param {(angle: number, radius: number) => {x: number, y: number}} at
 * @param {number} from
 * @param {number} to
 * @param {number} near
 * @param {number} far
 */
function sector(at, from, to, near, far) {
  const n = (/** @type {number} */ value) => value.toFixed(1);
  const [a, b, c, d] = [at(from, near), at(to, near), at(to, far), at(from, far)];
  return `M${n(a.x)} ${n(a.y)}A${n(near)} ${n(near)} 0 0 0 ${n(b.x)} ${n(b.y)}L${n(c.x)} ${n(c.y)}A${n(far)} ${n(far)} 0 0 1 ${n(d.x)} ${n(d.y)}Z`;
}

/** @typedef {ReturnType<typeof lie>} Scene */
