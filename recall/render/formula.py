"""A formula as a tree of what a learner sees.

It holds what both layouts (a line of text, a box of several lines) need to know, and no looks.
"""

from dataclasses import dataclass
from typing import TypeAlias

from recall.render.symbols import Kind


@dataclass(frozen=True, slots=True)
class Atom:
    """One symbol or word. `big` is an opening or closing fence the author made larger by hand."""

    text: str
    kind: Kind = Kind.ORDINARY
    big: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """Room the author asked for, in cells."""

    cells: int


@dataclass(frozen=True, slots=True)
class Row:
    """Things in one line."""

    items: "tuple[Node, ...]" = ()


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another; without a line it is the inside of a binomial."""

    top: "Node"
    bottom: "Node"
    line: bool = True


@dataclass(frozen=True, slots=True)
class Script:
    """A base with an index, an exponent or both (never neither)."""

    base: "Node"
    sub: "Node | None" = None
    sup: "Node | None" = None


@dataclass(frozen=True, slots=True)
class Limits:
    """A base with something under it, over it or both (never neither)."""

    base: "Node"
    under: "Node | None" = None
    over: "Node | None" = None


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark on a base: `mark` is a combining character."""

    base: "Node"
    mark: str


@dataclass(frozen=True, slots=True)
class Brace:
    """A brace or an arrow as wide as its base, under or over it; `glyph` is ⏟ ⏞ ⏝ ⏜ ← ↔."""

    base: "Node"
    glyph: str
    under: bool


@dataclass(frozen=True, slots=True)
class Root:
    """A root; a square root has no index."""

    body: "Node"
    index: "Node | None" = None


@dataclass(frozen=True, slots=True)
class Fence:
    """Delimiters that grow with what is between them; an empty one is not drawn."""

    left: str
    body: "Node"
    right: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A matrix, cases or aligned lines.

    `aligns` holds l, c or r for each column; `glued` columns stand next to the one before them
    without a gap (the right-hand sides of aligned equations); the last column of a `numbered` grid
    holds the numbers of the equations.
    """

    rows: "tuple[tuple[Node, ...], ...]"
    aligns: str
    glued: frozenset[int] = frozenset()
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A box around a formula."""

    body: "Node"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Room for a formula that is not shown."""

    body: "Node"


Node: TypeAlias = (
    Atom | Space | Row | Fraction | Script | Limits | Accent | Brace | Root | Fence | Grid
    | Frame | Hidden
)  # fmt: skip


def items_of(node: Node) -> tuple[Node, ...]:
    """The node as a line: the items of a row, or the node itself."""
    return node.items if isinstance(node, Row) else (node,)


def children_of(node: Node) -> tuple[Node, ...]:
    """The nodes right below a node, in reading order."""
    match node:
        case Row(items):
            return items
        case Fraction(top, bottom):
            return (top, bottom)
        case Script(base, first, second) | Limits(base, first, second):
            return tuple(child for child in (base, first, second) if child is not None)
        case Root(body, index):
            return (body,) if index is None else (body, index)
        case Accent(body) | Brace(body) | Fence(_, body) | Frame(body) | Hidden(body):
            return (body,)
        case Grid(rows):
            return tuple(cell for row in rows for cell in row)
        case _:
            return ()
