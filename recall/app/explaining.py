"""Why a card is or is not in today's queue."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from recall.app.choosing import Choice
from recall.app.reviewing import Desk
from recall.model.ids import CardId
from recall.model.memory import Phase, Scheduled
from recall.scheduling.leech import is_leech
from recall.scheduling.load import share
from recall.scheduling.path import knows, locks, unknown_notes
from recall.scheduling.queue import Queue


class Reason(StrEnum):
    """What decides about a card today."""

    SUSPENDED = "suspended"
    BURIED = "buried"
    WAITS = "waits"
    """A new card that was put off to a day."""
    LOCKED = "locked"
    SIBLING = "sibling"
    LIMIT = "limit"
    ASKED_NEW = "asked-new"
    ASKED_REVIEW = "asked-review"
    ASKED_EXAM = "asked-exam"
    """Not due yet, but brought forward for the exam."""
    STEP = "step"
    """In (re)learning, due at a time."""
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Missing:
    """A note that is required and not known yet, by the weakest of its cards."""

    note: str
    phase: Phase
    stability: float | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason and its figures.

    `place` counts from 1 within the reviews or the new cards of today, of `of` in all. `recall`
    is today's retrievability, `recall_due` that on the day it is due (0 to 1). `retention` is the
    desired one, and `retention_from` what sets it: a deck, a pillar, or nothing ("").
    `plain_days` is the interval before fuzz and balance.
    """

    card: Scheduled
    reason: Reason
    place: int = 0
    of: int = 0
    missing: tuple[Missing, ...] = ()
    recall: float | None = None
    recall_due: float | None = None
    retention: float = 0.9
    retention_from: str = ""
    plain_days: float | None = None
    easy: bool = False
    leech: bool = False


def explain(desk: Desk, card: CardId) -> Explanation | None:
    """Why that card is or is not asked today; None if the decks do not hold it."""
    day = desk.workspace.now().day
    with desk.store.read() as tx:
        cards = tx.scheduled(desk.workspace.learner)
    found = next((one for one in cards if one.card == card), None)
    if found is None:
        return None
    queue = desk.queue(Choice(), day=day)
    reason = _reason(desk, found, cards, queue)
    place, of = _place(found, queue)
    state, settings = found.state, desk.settings
    later = None if state.due_day is None or state.last_day is None else state.due_day
    return Explanation(
        card=found,
        reason=reason,
        place=place,
        of=of,
        missing=_missing(desk, found, cards) if reason is Reason.LOCKED else (),
        recall=desk.scheduler.retrievability(state, day=day),
        recall_due=None if later is None else desk.scheduler.retrievability(state, day=later),
        retention=settings.retention_of(found.pillar, found.deck),
        retention_from=_origin(desk, found),
        plain_days=_plain(desk, found),
        easy=later is not None and share(later, settings) < 1,
        leech=is_leech(state, threshold=settings.leech_after),
    )


def _reason(desk: Desk, card: Scheduled, cards: Iterable[Scheduled], queue: Queue) -> Reason:
    state, day = card.state, queue.day
    if state.suspended:
        return Reason.SUSPENDED
    if state.buried_day is not None and state.buried_day >= day:
        return Reason.BURIED
    if state.phase in (Phase.LEARNING, Phase.RELEARNING):
        return Reason.STEP
    if card in queue.new:
        return Reason.ASKED_NEW
    due = state.due_day is None or state.due_day <= day
    if card in queue.reviews:
        return Reason.ASKED_REVIEW if due else Reason.ASKED_EXAM
    if not due:
        return Reason.WAITS if state.phase is Phase.NEW else Reason.LATER
    if state.phase is Phase.NEW and locks(cards, [card], desk.settings):
        return Reason.LOCKED
    return Reason.SIBLING if _has_sibling(desk, card, cards, queue) else Reason.LIMIT


def _has_sibling(desk: Desk, card: Scheduled, cards: Iterable[Scheduled], queue: Queue) -> bool:
    """True if another card of the note was asked today or is about to be."""
    asked = {other.card for other in (*queue.learning, *queue.reviews, *queue.new)}
    return desk.settings.bury_siblings and any(
        other.note == card.note
        and other.card != card.card
        and (other.card in asked or other.state.last_day == queue.day)
        for other in cards
    )


def _missing(desk: Desk, card: Scheduled, cards: Iterable[Scheduled]) -> tuple[Missing, ...]:
    stability = desk.settings.path_stability
    unknown: Mapping[str, object] = unknown_notes(cards, set(card.requires), stability=stability)
    weakest: dict[str, Missing] = {}
    for other in cards:
        if other.note not in unknown or other.state.suspended or knows(other, stability):
            continue
        found = Missing(other.note, other.state.phase, other.state.stability)
        held = weakest.get(other.note)
        if held is None or (found.stability or 0) < (held.stability or 0):
            weakest[other.note] = found
    return tuple(weakest[note] for note in card.requires if note in weakest)


def _place(card: Scheduled, queue: Queue) -> tuple[int, int]:
    for group in (queue.reviews, queue.new, queue.learning):
        if card in group:
            return group.index(card) + 1, len(group)
    return 0, 0


def _origin(desk: Desk, card: Scheduled) -> str:
    """The deck or pillar that has a desired retention of its own, if it holds the card."""
    own = {one.name for one in desk.settings.decks if one.desired_retention is not None}
    pillars = {one.name for one in desk.settings.pillars if one.desired_retention is not None}
    if card.deck in own:
        return card.deck
    return card.pillar if card.pillar in pillars else ""


def _plain(desk: Desk, card: Scheduled) -> float | None:
    if card.state.phase is not Phase.REVIEW or card.state.stability is None:
        return None
    retention = desk.settings.retention_of(card.pillar, card.deck)
    return desk.scheduler.plain_interval(card.state.stability, retention=retention)
