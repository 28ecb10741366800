"""In which order cards are asked."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from recall.model.memory import Scheduled
from recall.model.settings import ReviewOrder, Settings
from recall.scheduling.curve import Curve

Key = Callable[[Scheduled], float]


def in_order(cards: Sequence[Scheduled], settings: Settings, *, day: int) -> list[Scheduled]:
    """Due reviews in the order of the settings.

    Cards of equal rank go in deck order; with `interleave` their pillars take turns.
    """
    if settings.review_order is ReviewOrder.DECK:
        return sorted(cards, key=lambda card: card.position)
    rank = _ranks(settings, day)
    ranked = sorted(
        ((rank(card), card.position, card) for card in cards), key=lambda item: item[:2]
    )
    if not settings.interleave:
        return [card for _, _, card in ranked]
    ordered: list[Scheduled] = []
    for _, group in groupby(ranked, key=lambda item: item[0]):
        equal = [card for _, _, card in group]
        ordered += equal if len(equal) == 1 else take_turns(equal)
    return ordered


def take_turns(cards: Iterable[Scheduled]) -> list[Scheduled]:
    """One card of each pillar after the other, as long as there are any; each in its order."""
    turns: dict[int, list[Scheduled]] = {}
    had: dict[str, int] = {}
    for card in cards:
        turn = had.get(card.pillar, 0)
        had[card.pillar] = turn + 1
        turns.setdefault(turn, []).append(card)
    return [card for turn in turns.values() for card in turn]


def overdue(card: Scheduled, *, day: int) -> float:
    """How late a review is, in units of its interval."""
    due_day = day if card.state.due_day is None else card.state.due_day
    return (day - due_day) / max(1, card.state.interval)


def _ranks(settings: Settings, day: int) -> Key:
    """What reviews are sorted by, the smallest first."""
    match settings.review_order:
        case ReviewOrder.RISK | ReviewOrder.DECK:
            return lambda card: -overdue(card, day=day)
        case ReviewOrder.DUE:
            return lambda card: day if card.state.due_day is None else card.state.due_day
        case ReviewOrder.RANDOM:
            return lambda card: _shuffled(card, day)
        case ReviewOrder.RECALL:
            curve = Curve(settings.parameters)
            return lambda card: _recall(curve, card, day)


def _recall(curve: Curve, card: Scheduled, day: int) -> float:
    state = card.state
    if state.stability is None or state.last_day is None:
        return 1.0
    return curve.retrievability(state.stability, max(0, day - state.last_day))


def _shuffled(card: Scheduled, day: int) -> float:
    """A number that looks random and is the same all day."""
    from hashlib import blake2b

    found = blake2b(f"{card.card}/{day}".encode(), digest_size=8).digest()
    return int.from_bytes(found, "big")
