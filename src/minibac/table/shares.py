"""The guests' share of the shuffle: hashes before the house commits, values after, and the stack mixed by all of them.

It is the guests' programs that answer; a value that does not come in time is withheld, and named.
"""

import re

from minibac.cards.share import mixing_seed, share_hash
from minibac.houses.checks import no_share
from minibac.machine.kinds import noted, signed
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import SECOND_MS, Decision, decides, seated
from minibac.table.fold import apply_all
from minibac.table.guests import offer_cut
from minibac.table.phases import sharing
from minibac.table.state import Phase, TableState
from minibac.table.steps import random_clauses
from minibac.voice.said import said

HEX_64 = re.compile(r"[0-9a-f]{64}")


@decides(c.StateShare)
def state_share(state: TableState, command: c.StateShare) -> Decision:
    """Say whether guests have a share in the next shuffles; the same is no news."""
    if command.times == state.share:
        return ()
    if command.times is not None and state.by_hand:
        why = said("the cards come from a real shoe: there is no committed stack that guests could have a share in")
        return refuse(Code.ILLEGAL_EQUIPMENT, why, *random_clauses(state))
    if command.times is not None and (refusal := no_share(state.rules)):
        return refusal
    return (noted(e.ShareStated, command, random_clauses(state)),)


@decides(c.CommitShare)
def commit_share(state: TableState, command: c.CommitShare) -> Decision:
    """A guest gives the hash of a value, or says to have none; when all have spoken the house commits."""
    clauses = random_clauses(state)
    if refusal := seated(state, command.seat):
        return refusal
    given = state.shares.values()
    if command.seat in state.shares or any(share.guest == command.by.id for share in given):
        return refuse(Code.WRONG_SHARE, said("a share of this shuffle has been given here already"), *clauses)
    if command.hash and not HEX_64.fullmatch(command.hash):
        sentence = said("a share is given as the SHA-256 of its value, in 64 hexadecimal digits")
        return refuse(Code.WRONG_SHARE, sentence, *clauses)
    if command.hash and any(share.hash == command.hash for share in given):
        sentence = said("another guest has given this very hash: each program draws a value of its own")
        return refuse(Code.WRONG_SHARE, sentence, *clauses)
    events: list[e.Event] = [noted(e.ShareCommitted, command, clauses)]
    after = apply_all(state, events)
    return tuple(events) if sharing(after) else (*events, _closed(after, command))


@decides(c.RevealShare)
def reveal_share(state: TableState, command: c.RevealShare) -> Decision:
    """A guest shows the value behind the hash; when all are there the stack is mixed, and the cut is offered."""
    clauses = random_clauses(state)
    mine = next((seat for seat, share in state.shares.items() if share.guest == command.by.id and share.hash), None)
    if mine is None:
        return refuse(Code.WRONG_SHARE, said("you have given no share of this shuffle"), *clauses)
    share = state.shares[mine]
    if share.value is not None:
        return refuse(Code.WRONG_SHARE, said("the value of this share has been shown already"), *clauses)
    if command.value and not HEX_64.fullmatch(command.value):
        sentence = said("the value of a share is 32 bytes, in 64 hexadecimal digits")
        return refuse(Code.WRONG_SHARE, sentence, *clauses)
    if command.value and share_hash(state.table, state.shoe_no, mine, command.value) != share.hash:
        sentence = said("this value does not hash to what seat {seat} gave before the house committed", seat=mine)
        return refuse(Code.WRONG_SHARE, sentence, *clauses)
    events: list[e.Event] = [signed(e.ShareRevealed, command, clauses, seat=mine, value=command.value)]
    after = apply_all(state, events)
    return tuple(events) if sharing(after) else (*events, *_mixed(after, command))


@decides(c.CloseShares)
def close_shares(state: TableState, command: c.CloseShares) -> Decision:
    """The time is over, or there is nobody left to wait for; not before."""
    if sharing(state) and (refusal := _early(state, command)):
        return refusal
    return (_closed(state, command),) if state.phase is Phase.SHARES else _mixed(state, command)


def share_wait_ms(state: TableState) -> int:
    """How long the table waits for shares in this phase."""
    if state.share is None:  # taken back while guests were asked
        return 0
    return state.share.commit_ms if state.phase is Phase.SHARES else state.share.reveal_ms


def _early(state: TableState, command: c.Command) -> Refusal | None:
    left = state.since + share_wait_ms(state) - command.at
    if left <= 0:
        return None
    sentence = said(
        "the guests' programs still have {seconds:second|seconds} for their shares", seconds=-(-left // SECOND_MS)
    )
    return refuse(Code.NOT_NOW, sentence, *random_clauses(state))


def _closed(state: TableState, command: c.Command) -> e.SharesClosed:
    return signed(e.SharesClosed, command, random_clauses(state), seats=_seats(state))


def _seats(state: TableState) -> tuple[int, ...]:
    return tuple(seat for seat, share in sorted(state.shares.items()) if share.hash)


def _mixed(state: TableState, command: c.Command) -> tuple[e.Event, ...]:
    values = {seat: state.shares[seat].value or "" for seat in _seats(state)}
    seed = mixing_seed(state.commitment, values)
    withheld = tuple(seat for seat, value in values.items() if not value)
    facts = {"seats": tuple(values), "withheld": withheld, "seed": seed}
    done = signed(e.StackMixed, command, random_clauses(state), **facts)
    return (done, offer_cut(apply_all(state, [done]), command))
