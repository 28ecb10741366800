"""Finding a card by its id, by its beginning, or by what it is nearly called."""

from collections.abc import Iterable

from recall.errors import UsageError, did_you_mean
from recall.model.ids import CardId


class UnknownCard(UsageError):
    """No card has that id or begins with it, or several do."""


def find_card_id(wanted: str, known: Iterable[CardId]) -> CardId:
    """The card with that id, or the only one that begins with it. Raises UnknownCard."""
    ids = list(known)
    if wanted in ids:
        return CardId(wanted)
    facets = [card for card in ids if card.startswith(f"{wanted}/")]
    if len(facets) == 1:
        return facets[0]
    begin = facets or [card for card in ids if card.startswith(wanted)]
    if len(begin) == 1:
        return begin[0]
    if begin:
        shown = ", ".join(begin[:5]) + (" …" if len(begin) > 5 else "")
        raise UnknownCard(f"“{wanted}” may mean {shown}", "Give more of the id.")
    hint = did_you_mean(wanted, tuple(ids))
    raise UnknownCard(f"there is no card “{wanted}”.{hint}", "`recall search` finds cards by text.")
