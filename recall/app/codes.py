"""Every diagnostic code, from the stages that own them."""

from recall.cardtypes import codes as cardtypes
from recall.compile import codes as compile_
from recall.deck import codes as deck
from recall.diagnostics import Code
from recall.export import codes as export
from recall.identity import codes as identity
from recall.numeric import codes as numeric

ALL_CODES: tuple[Code, ...] = tuple(
    sorted(
        (
            *deck.CODES,
            *cardtypes.CODES,
            *numeric.CODES,
            *identity.CODES,
            *compile_.CODES,
            *export.CODES,
        ),
        key=lambda code: (code.id[1:], code.id),
    )
)
"""All codes, by number."""
