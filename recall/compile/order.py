"""The order of pillars, and of the decks in them."""

from collections.abc import Collection, Sequence

from recall.model.card import Pillar

OrderKey = tuple[int, int, str]


def order_key(deck: str, order: int | None) -> OrderKey:
    """Where a deck stands in its pillar: by its `order`, else after those by file name."""
    name = deck.rpartition("/")[2]
    return (1, 0, name) if order is None else (0, order, name)


def pillars_in_order(declared: Sequence[Pillar], used: Collection[str]) -> tuple[Pillar, ...]:
    """The declared pillars that hold a deck, then the others by name."""
    first = sorted(
        (pillar for pillar in declared if pillar.id in used), key=lambda p: (p.position, p.id)
    )
    rest = sorted(set(used) - {pillar.id for pillar in first})
    named = [*first, *(Pillar(name, 0, {}) for name in rest)]
    return tuple(Pillar(pillar.id, i, pillar.titles) for i, pillar in enumerate(named))
