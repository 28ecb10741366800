"""The learning path: a new note opens when the notes it requires are known.

A note is *known* when each of its cards is in review with a stability of `path_stability` days or
more. Suspended cards do not count: who puts a card away shall not be locked out by it; nor do
notes that vanished, or that no deck ever had. Once a card of a note was answered, the note stays
open. A deck that requires another deck comes after it, and locks nothing: one stubborn card in 15
would hold up a whole deck.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from recall.model.ids import CardId
from recall.model.memory import Phase, Scheduled
from recall.model.settings import NewOrder, Settings


def locks(
    cards: Iterable[Scheduled], new: Sequence[Scheduled], settings: Settings
) -> dict[CardId, tuple[str, ...]]:
    """The new cards that may not come yet, each with the notes it waits for.

    `cards` are all cards, `new` the ones to look at. Empty where the order of new cards is that of
    the decks. Takes time linear in the cards.
    """
    if settings.new_order is NewOrder.DECK:
        return {}
    wanted = {note for card in new for note in card.requires}
    if not wanted:
        return {}
    unknown = unknown_notes(cards, wanted, stability=settings.path_stability)
    begun = {card.note for card in cards if card.state.reps} if unknown else set()
    found: dict[CardId, tuple[str, ...]] = {}
    for card in new:
        missing = tuple(note for note in card.requires if note in unknown and note != card.note)
        if missing and card.note not in begun:
            found[card.card] = missing
    return found


def unknown_notes(
    cards: Iterable[Scheduled], wanted: set[str], *, stability: float
) -> Mapping[str, Sequence[Scheduled]]:
    """Of the wanted notes those not known, each with the cards that are missing."""
    missing: defaultdict[str, list[Scheduled]] = defaultdict(list)
    for card in cards:
        if card.note in wanted and not card.state.suspended and not knows(card, stability):
            missing[card.note].append(card)
    return missing


def knows(card: Scheduled, stability: float) -> bool:
    """True if a card is in review with that stability (days) or more."""
    state = card.state
    return (
        state.phase is Phase.REVIEW and state.stability is not None and state.stability >= stability
    )
