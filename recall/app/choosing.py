"""Which cards a session, a quiz or an export is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall.errors import UsageError, did_you_mean
from recall.model.memory import Scheduled

if TYPE_CHECKING:
    from recall.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Choice:
    """Which cards a session is about; empty means all."""

    decks: tuple[str, ...] = ()
    pillars: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    lang: str | None = None
    new: int | None = None
    limit: int | None = None


def choose_cards(cards: Sequence[Scheduled], choice: Choice) -> list[Scheduled]:
    """The cards of the chosen decks and pillars; a pillar named as a deck means all its decks.

    Raises UsageError for a deck or a pillar that is not there.
    """
    by_pillar: dict[str, set[str]] = {}
    for card in cards:
        by_pillar.setdefault(card.pillar, set()).add(card.deck)
    named = [name for name in choice.decks if name not in by_pillar]
    decks = _known(named, {c.deck for c in cards}, "deck", short=True)
    decks.update(*(by_pillar[name] for name in choice.decks if name in by_pillar))
    pillars = _known(choice.pillars, set(by_pillar), "pillar")
    return [
        card
        for card in cards
        if (not decks or card.deck in decks) and (not pillars or card.pillar in pillars)
    ]


def with_tags(
    tx: "Transaction", cards: Sequence[Scheduled], tags: Sequence[str]
) -> list[Scheduled]:
    """The cards that have one of the tags. Raises UsageError for a tag that no card has."""
    tagged = tx.cards(card.card for card in cards)
    _known(tags, {tag for card in tagged.values() for tag in card.tags}, "tag")
    wanted = set(tags)
    return [c for c in cards if c.card in tagged and wanted & set(tagged[c.card].tags)]


def _known(wanted: Sequence[str], known: set[str], what: str, *, short: bool = False) -> set[str]:
    found: set[str] = set()
    for name in wanted:
        same = {k for k in known if k == name or (short and k.rpartition("/")[2] == name)}
        if not same:
            hint = did_you_mean(name, frozenset(known))
            listed = ", ".join(sorted(known)) or "none"
            raise UsageError(f"there is no {what} “{name}”.{hint}", f"Known: {listed}.")
        found |= same
    return found
