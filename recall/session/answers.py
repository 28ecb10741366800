"""From what a learner types or presses to a response."""

import re
from hashlib import sha256

from recall.model.question import Choose
from recall.session.deal import Deal


def shown_order(deal: Deal) -> tuple[int, ...]:
    """The order in which options are shown: file indices, shuffled anew for each review.

    It depends on the card and its number of reviews only, so that a session taken up again, and
    an undone answer, show the same order.
    """
    spec = deal.question.input
    if not isinstance(spec, Choose):
        return ()
    indices = range(len(spec.options))
    if not spec.shuffle:
        return tuple(indices)
    seed = f"{deal.card.id}:{deal.scheduled.state.reps}"
    return tuple(sorted(indices, key=lambda i: sha256(f"{seed}:{i}".encode()).digest()))


_SEPARATORS = re.compile(r"[\s,;，、；+]+")


def read_selection(text: str, total: int) -> frozenset[int] | None:
    """Indices (from 0) of `1,3`, `1 3` or `13`; `a` is all; None if it is nothing of the kind."""
    folded = text.strip().casefold()
    if folded in ("a", "all"):
        return frozenset(range(total))
    words = [word for word in _SEPARATORS.split(folded) if word]
    if len(words) == 1 and total <= 9:
        words = list(words[0])
    if not words or not all(word.isascii() and word.isdigit() for word in words):
        return None
    chosen = {int(word) - 1 for word in words}
    return frozenset(chosen) if all(0 <= index < total for index in chosen) else None


def selection_text(chosen: frozenset[int]) -> str:
    """What the journal keeps of a selection: positions in the file, from 1."""
    return ",".join(str(index + 1) for index in sorted(chosen))
