"""Who signed the report of a day, when, and which revision it was."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from minibac.pits import house_events as h
from minibac.rules.words import named
from minibac.voice.said import Said, Somebody, said
from minibac.voice.times import NO_ZONE, exported, moment

NOT_SIGNED = said("not signed")


class Signature(NamedTuple):
    """A report of a day as it was signed."""

    day: str
    revision: int
    sha256: str
    figures: str
    verdict: str
    report: str
    signed_by: str
    signed_name: str
    signed_at: int
    second: bool
    """Whether a second person has to sign."""
    previous: str
    """The hash of the revision before."""
    reopened: str
    """Why the day was opened again before this revision."""
    countersigned_by: str = ""
    countersigned_name: str = ""
    countersigned_at: int = 0
    time_zone: str = NO_ZONE
    reopened_since: str = ""
    """Why the day was opened again after it."""


def signed(event: h.ReportSigned, people: Mapping[str, str], zone: str) -> Signature:
    """A report that has been signed."""
    return Signature(
        day=event.day,
        revision=event.revision,
        sha256=event.sha256,
        figures=event.figures,
        verdict=event.verdict,
        report=event.report,
        signed_by=event.by,
        signed_name=people.get(event.by, event.by),
        signed_at=event.at,
        second=event.second,
        previous=event.previous,
        reopened=event.reopened,
        time_zone=zone,
    )


def countersigned(signature: Signature, event: h.ReportCountersigned, people: Mapping[str, str]) -> Signature:
    """A report that a second person has signed."""
    name = people.get(event.by, event.by)
    return signature._replace(countersigned_by=event.by, countersigned_name=name, countersigned_at=event.at)


def signature_words(signature: Signature | None) -> Said:
    """Who signed it, when and as which revision, or that nobody has."""
    if signature is None:
        return NOT_SIGNED
    words = said(
        "signed by {who} at {moment}, revision {revision}", who=Somebody(signature.signed_by, signature.signed_name)
    )
    words = words.about(moment=moment(signature.signed_at, signature.time_zone), revision=str(signature.revision))
    if signature.previous:
        after = said("{words} after {previous}, opened again: {reason}", words=words, previous=signature.previous[:12])
        words = after.about(reason=signature.reopened)
    if signature.countersigned_by:
        second = said(
            "{words}; and by {who} at {moment}",
            words=words,
            who=Somebody(signature.countersigned_by, signature.countersigned_name),
        )
        words = second.about(moment=moment(signature.countersigned_at, signature.time_zone))
    elif signature.second:
        words = said("{words}; a second signature is wanted", words=words)
    if signature.reopened_since:
        words = said("{words}; since then the day was opened again: {reason}", words=words).about(
            reason=signature.reopened_since
        )
    return words


def signature_plain(signature: Signature) -> dict[str, Any]:
    """A signature as JSON has it."""
    told = named(signature, *SIGNATURE_CSV_HEADS)
    words = signature_words(signature)
    return told | {"signed": exported(signature.signed_at, signature.time_zone), "sentence": str(words), "said": words}


SIGNATURE_CSV_HEADS = (
    "day", "revision", "sha256", "figures", "verdict", "signed_by", "signed_name", "signed_at", "second",
    "countersigned_by", "countersigned_name", "countersigned_at", "previous", "reopened", "reopened_since", "time_zone",
)  # fmt: skip


def signature_csv(signature: Signature) -> tuple[object, ...]:
    """A signature for a spreadsheet."""
    return tuple(getattr(signature, head) for head in SIGNATURE_CSV_HEADS)
