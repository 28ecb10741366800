"""The formula language: Python's expression syntax, cut down to arithmetic, evaluated by us.

A formula is parsed by the standard library's grammar (which runs nothing), checked node by node
against a list of what is allowed, and turned once into closures over exact arithmetic.
"""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from recall.numeric.arithmetic import FUNCTIONS
from recall.numeric.printing import Number

MAX_SOURCE, MAX_NODES, MAX_DEPTH, MAX_EXPONENT = 400, 120, 24, 300

Value: TypeAlias = Number | str
Env: TypeAlias = Mapping[str, Value]
NumberRun: TypeAlias = Callable[[Env], Number]
Condition: TypeAlias = Callable[[Env], bool]

_TOKEN = re.compile(
    r"\s+|(?P<number>(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?P<glued>[A-Za-z_]\w*)?"
    r"|[A-Za-z_]\w*|\*\*|//|[<>=!]=|[-+*/%<>(),]",
    re.ASCII,
)
# The same tokens all at once, for the usual case of a formula without a fault; possessive, so that
# it is linear.
_CLEAN = re.compile(
    r"(?:\s++|(?:\d[\d_]*+\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+(?![A-Za-z_])"
    r"|[A-Za-z_]\w*+|\*\*|//|[<>=!]=|[-+*/%<>(),])*+",
    re.ASCII,
)
_HINTS = {
    "^": "write ** for a power", "×": "write * for a product", "·": "write * for a product",
    "÷": "write / for a quotient", "−": "write - for minus", "–": "write - for minus",
    "（": "write half-width brackets", "）": "write half-width brackets",
    "=": "write == to compare",
    "≤": "write <=", "≥": "write >=", "≠": "write !=", "，": "write a half-width comma",
    ".": "attributes are not part of the formula language",
    "[": "subscripts are not part of the formula language",
    '"': "words are written without quotes", "'": "words are written without quotes",
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_RESERVED = frozenset({
    "and", "or", "not", "if", "else", "True", "False", "None", "in", "is", "lambda", "for", "as",
    "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "except",
    "finally", "from", "global", "import", "nonlocal", "pass", "raise", "return", "try", "while",
    "with", "yield",
})  # fmt: skip


class Refused(Exception):  # it is caught in this package, never shown as such
    """Why a text is no formula: a message, its place in the source, and the next step."""

    def __init__(
        self, message: str, start: int, end: int, hint: str = "", *, unknown: bool = False
    ):
        super().__init__(message)
        self.message, self.start, self.end, self.hint = message, start, end, hint
        self.unknown_name = unknown


@dataclass(frozen=True, slots=True)
class Scope:
    """The names a formula may use: numbers, and parameters that hold words (with their lists)."""

    numbers: frozenset[str] = frozenset()
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def with_number(self, name: str) -> "Scope":
        """The scope with one more number."""
        return Scope(self.numbers | {name}, self.words)

    def with_words(self, name: str, words: frozenset[str]) -> "Scope":
        """The scope with one more parameter that holds words."""
        return Scope(self.numbers, {**self.words, name: words})


def is_name(text: str) -> bool:
    """True for what can name a parameter or a step."""
    return _NAME.fullmatch(text) is not None and text not in _RESERVED and text not in FUNCTIONS


def parse(source: str) -> ast.expr:
    """The tree of a formula, not yet checked. `source` has no white space around it.

    Raises Refused.
    """
    if len(source) > MAX_SOURCE:
        raise Refused(f"the formula has more than {MAX_SOURCE} characters", 0, MAX_SOURCE)
    if not source:
        raise Refused("there is no formula", 0, 0, "write an expression")
    if not _CLEAN.fullmatch(source):
        _scan(source)
    try:
        return ast.parse(source, mode="eval").body
    except SyntaxError as error:
        at = max(0, (error.offset or 1) - 1)
        raise Refused("the formula does not parse", at, max(at + 1, len(source))) from None
    except (ValueError, MemoryError, RecursionError):
        raise Refused("the formula is nested too deeply", 0, len(source)) from None


def _scan(source: str) -> None:
    """Refuse what is no token of the language, before the parser sees it."""
    position = 0
    while position < len(source):
        match = _TOKEN.match(source, position)
        if not match:
            sign = source[position]
            shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
            raise Refused(
                f"“{shown}” is not part of a formula", position, position + 1, _HINTS.get(sign, "")
            )
        if match["glued"]:
            raise Refused(
                f"“{match[0][:60]}” is neither a number nor a name",
                position,
                match.end(),
                "write * for a product",
            )
        position = match.end()
