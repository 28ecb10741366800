"""Leeches: cards that lapse again and again, and cost more time than they are worth as they are."""

from recall.model.memory import CardState


def became_leech(before: CardState, after: CardState, *, threshold: int) -> bool:
    """True if an answer made the card a leech: at `threshold` lapses, then every half of it.

    So at 8, 12, 16 … lapses for a threshold of 8, as in Anki.
    """
    if after.lapses <= before.lapses or after.lapses < threshold:
        return False
    return (after.lapses - threshold) % max(1, threshold // 2) == 0


def is_leech(state: CardState, *, threshold: int) -> bool:
    """True if the card has lapsed `threshold` times or more."""
    return state.lapses >= threshold
