"""TeX to MathML: the only place that knows math-core.

A deck comes from a stranger, so a formula is measured before the converter sees it: the converter
recurses on the machine stack and would take the process down with a deep enough nest.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from math_core import LatexToMathML

MAX_SOURCE = 4_000
"""Characters of one formula."""
MAX_DEPTH = 40
"""Braces, `\\left` and `\\begin` inside one another; also the depth of the MathML times two."""
MAX_OUTPUT = 400_000
"""Characters of MathML of one formula."""

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|[gex]?def|let|DeclareMathOperator|newenvironment)"
    r"(?![A-Za-z])"
)
_NEST = re.compile(r"\\(?:begin|left)(?![A-Za-z])|\\(?:end|right)(?![A-Za-z])|\\.|[{}]", re.DOTALL)
_CHAIN = re.compile(r"(?:\\[A-Za-z]+[\s\d]*){64}")
_ENTITY = re.compile(r"&([A-Za-z]+;)")
_XML_ENTITIES = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_POSITION = re.compile(r"^(\d+): ")


@dataclass(frozen=True, slots=True)
class MathError:
    """Why a formula cannot be set, in one line.

    `offset` is the character of the TeX where it was noticed, None if it is about the whole.
    """

    message: str
    offset: int | None = None


def to_mathml(tex: str, *, display: bool) -> Element | MathError:
    """The MathML of a formula (a new `math` element). Never raises."""
    refused = _refusal(tex)
    if refused is not None:
        return refused
    from math_core import LatexError

    try:
        markup = _converter().convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        return _explain(str(error))
    if len(markup) > MAX_OUTPUT:
        return MathError("the formula is too large")
    return _parse(markup)


@lru_cache(maxsize=1)
def _converter() -> "LatexToMathML":
    from math_core import LatexToMathML

    return LatexToMathML(fancy_error=False, max_expansions=100)


def _refusal(tex: str) -> MathError | None:
    if not tex.strip():
        return MathError("the formula is empty")
    if len(tex) > MAX_SOURCE:
        return MathError(f"the formula has {len(tex)} characters, {MAX_SOURCE} at most")
    control = _CONTROL.search(tex)
    if control is not None:
        return MathError("the formula holds a control character", control.start())
    definition = _DEFINITION.search(tex)
    if definition is not None:
        message = f"{definition.group()} defines a command, which a deck cannot do"
        return MathError(message, definition.start())
    chain = _CHAIN.search(tex)
    if chain is not None:
        return MathError("the formula nests too deep", chain.start())
    return _too_deep(tex)


def _too_deep(tex: str) -> MathError | None:
    depth = 0
    for match in _NEST.finditer(tex):
        token = match.group()
        if token == "{" or token.startswith((r"\begin", r"\left")):
            depth += 1
        elif token == "}" or token.startswith((r"\end", r"\right")):
            depth -= 1
        if depth > MAX_DEPTH:
            return MathError(f"the formula nests deeper than {MAX_DEPTH} levels", match.start())
    return None


def _explain(error: str) -> MathError:
    text = " ".join(_ANSI.sub("", error).split())
    place = _POSITION.match(text)
    if place is None:
        return MathError(text.rstrip("."))
    return MathError(text[place.end() :].rstrip("."), int(place.group(1)))


def _parse(markup: str) -> Element | MathError:
    from xml.etree.ElementTree import ParseError, fromstring

    try:
        root = fromstring(_ENTITY.sub(_named, markup))
    except ParseError as error:
        return MathError(f"the formula cannot be set ({error})")
    level = [root]
    for _ in range(2 * MAX_DEPTH):
        level = [child for element in level for child in element]
    return root if not level else MathError("the formula nests too deep")


def _named(match: re.Match[str]) -> str:
    name = match.group(1)
    return match.group() if name in _XML_ENTITIES else html5.get(name, match.group())
