"""The order in which new cards are met: deck order, with what a card requires before it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from recall.model.card import Card, Collection
from recall.model.ids import CardId


def learning_order(collection: Collection) -> dict[CardId, int]:
    """The place of every card, from 0.

    Notes stand in deck order; a note or a deck that is required comes before what requires it.
    Circles, which the compiler reports, stay in deck order.
    """
    notes: defaultdict[str, list[Card]] = defaultdict(list)
    for card in sorted(collection.cards, key=lambda card: (card.position, card.id)):
        notes[card.note].append(card)
    order = _after_requirements(notes, _requirements(collection, notes))
    return {card.id: place for place, card in enumerate(c for note in order for c in notes[note])}


def _requirements(
    collection: Collection, notes: Mapping[str, Iterable[Card]]
) -> dict[str, list[str]]:
    """What each note waits for: notes, and decks as nodes of their own (`deck:<id>`)."""
    of_deck = {deck.id: deck.prerequisites for deck in collection.decks}
    needs: dict[str, list[str]] = defaultdict(list)
    for note, cards in notes.items():
        for card in cards:
            needs[note] += [_node(name, notes) for name in of_deck.get(card.deck, ())]
            needs[note] += [_node(name, notes) for name in card.prerequisites]
            needs[f"deck:{card.deck}"].append(note)
    return needs


def _node(name: str, notes: Mapping[str, object]) -> str:
    return name if name in notes else f"deck:{name}"


def _after_requirements(notes: Iterable[str], needs: Mapping[str, list[str]]) -> list[str]:
    """Depth first, without recursion: a chain of requirements may be as long as a collection."""
    done: list[str] = []
    seen: set[str] = set()
    for first in notes:
        stack = [(first, iter(needs.get(first, ())))] if first not in seen else []
        seen.add(first)
        while stack:
            node, waiting = stack[-1]
            following = next((name for name in waiting if name not in seen), None)
            if following is not None:
                seen.add(following)
                stack.append((following, iter(needs.get(following, ()))))
                continue
            stack.pop()
            if not node.startswith("deck:"):
                done.append(node)
    return done
