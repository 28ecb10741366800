"""Card types: each turns a note into card bodies. One file per type, and one tuple lists them."""

from recall.cardtypes.base import CardType
from recall.cardtypes.basic import Basic
from recall.cardtypes.choice import Choice
from recall.cardtypes.cloze import ClozeType
from recall.cardtypes.numeric import Numeric
from recall.cardtypes.points import Points
from recall.cardtypes.reversed import Reversed
from recall.cardtypes.typed import TypedType
from recall.model.card import CardBody, Json

CARD_TYPES: tuple[CardType, ...] = (
    Basic(),
    Reversed(),
    ClozeType(),
    Choice(),
    TypedType(),
    Points(),
    Numeric(),
)
"""All card types; the first is the default."""


def load_body(type_name: str, data: Json) -> CardBody:
    """The body that `dump` wrote for a card of that type. Raises KeyError for an unknown type."""
    return {kind.name: kind for kind in CARD_TYPES}[type_name].load(data)
