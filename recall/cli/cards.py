"""Finding the card that a command names, and showing parts of it as JSON."""

from recall.app.lookup import find_card_id
from recall.app.reviewing import Desk
from recall.errors import UsageError
from recall.model.card import Card, Json
from recall.model.memory import CardState
from recall.model.question import Measure


def card_named(desk: Desk, wanted: str) -> Card:
    """The card of an id or of a unique beginning of one. Raises UsageError."""
    with desk.store.read() as tx:
        card = tx.card(find_card_id(wanted, tx.card_ids()))
    if card is None:
        raise UsageError(f"there is no card “{wanted}”", "Run `recall compile`.")
    return card


def state_of(desk: Desk, card: Card) -> CardState:
    """The learner's state of a card."""
    with desk.store.read() as tx:
        return tx.state(desk.workspace.learner, card.id)


def measure_json(measure: Measure | None) -> Json:
    """A number with its unit."""
    return None if measure is None else {"value": measure.value, "unit": measure.unit}
