"""The Markdown front end: the only place that imports markdown-it.

`tokens` is for renderers, `structure` and `leaves` for the parser, `regions` for whoever must know
what is opaque in a text.
"""

from markdown_it.token import Token

from recall.deck.markdown.front import (
    Leaf,
    Structure,
    blocks_of,
    leaf_regions,
    regions,
    structure,
    tokens,
)

__all__ = [
    "Leaf",
    "Structure",
    "Token",
    "blocks_of",
    "leaf_regions",
    "regions",
    "structure",
    "tokens",
]
