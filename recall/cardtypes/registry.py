"""All card types, in one tuple."""

from recall.cardtypes.base import CardType
from recall.cardtypes.basic import Basic
from recall.cardtypes.choice import Choice
from recall.cardtypes.cloze import ClozeType
from recall.cardtypes.numeric import Numeric
from recall.cardtypes.points import Points
from recall.cardtypes.reversed import Reversed
from recall.cardtypes.typed import TypedType

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
