"""The scripts of the cards: what a template carries, put together from small files.

They are ES5 without eval, wrapped so that nothing of them is seen outside. Every one of them stops
in silence if something is missing; the card is then what stands in its fields.
"""

import json
import re
from functools import cache
from importlib.resources import files

from recall.export.anki.kinds import Kind
from recall.numeric.messages import say
from recall.numeric.units import Unit, spellings

GRADING = ("number.js", "unit.js", "answer.js", "grade.js")
"""What judges a typed number."""

_PARTS = {
    Kind.CHOICE: ("day.js", "state.js", "language.js", "choice.js"),
    Kind.TYPED: ("state.js", "language.js", "typed.js"),
    Kind.NUMERIC: ("day.js", "state.js", "language.js", *GRADING, "numeric.js"),
}
_PLAIN = ("state.js", "language.js", "plain.js")
_COMMENT = re.compile(r"(?m)^\s*//.*\n")

_SAID = {
    "empty": (), "too-long": (), "too-large": (), "no-number": ("typed",),
    "two-slashes": ("typed",), "zero-denominator": ("typed",),
    "comma": ("typed", "thousands", "decimal"), "bytes-or-billions": ("typed", "unit"),
    "unit-case": ("word", "near"), "unknown-unit": ("word",), "lone-prefix": ("word", "unit"),
    "which-data-unit": ("word", "near"), "other-dimension": ("word", "unit"),
    "plain": (), "plain-typed": (),
    "right": ("read",), "note-thousands": ("read",), "note-decimal": ("read",),
    "note-fraction": ("typed", "read", "unit"), "note-spelling": ("read", "typed", "spelling"),
    "mistake": ("read", "message"), "slip": ("read", "message"), "wrong": ("read", "off"),
    "off-high": ("amount",), "off-low": ("amount",), "off-large": ("amount",),
    "off-small": ("amount",), "off-sign": (), "off-by": ("amount",),
    "slip:gib-gb": ("binary", "ratio", "decimal"), "slip:bits-bytes": (), "slip:percent": (),
    "slip:thousand": (), "slip:1024": (), "slip:sign": (), "slip:reciprocal": (),
    "slip:power-of-ten": ("power",),
}  # fmt: skip
"""The sentences of the grader that a card can say, with their holes."""


@cache
def script(kind: Kind) -> str:
    """The script element of both sides of a note type."""
    names = _PARTS.get(kind, _PLAIN)
    tables = tables_of_the_grader() if kind is Kind.NUMERIC else ""
    body = tables + "".join(source(name) for name in names)
    return f'<script>\n(function () {{\n"use strict";\n{body}}})();\n</script>\n'


def source(name: str) -> str:
    """One file, without its comments."""
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return re.sub(r"\n{2,}", "\n", _COMMENT.sub("", text)).lstrip("\n")


@cache
def tables_of_the_grader() -> str:
    """The units and the sentences, as the grader of recall has them."""
    table, words = spellings()
    named = {id(unit): name for name, unit in table.items()}
    spoken = {word: named[id(unit)] for word, unit in words.items()}
    said = {
        key: [say(lang, key, **{hole: f"{{{hole}}}" for hole in holes}) for lang in ("en", "zh")]
        for key, holes in _SAID.items()
    }
    units = {name: _unit(unit) for name, unit in table.items()}
    return "".join(
        f"var {name} = {_json(value)};\n"
        for name, value in (("UNITS", units), ("WORDS", spoken), ("WORDS_SAID", said))
    )


def _unit(unit: Unit) -> list[object]:
    factor = unit.factor.numerator / unit.factor.denominator
    row: list[object] = [factor if factor % 1 else int(factor), dict(unit.dims), unit.rank]
    if unit.prefixed or unit.notes:
        row.append(int(unit.prefixed))
    return row + [spelling for _, spelling in unit.notes]


def _json(value: object) -> str:
    """JSON in which Anki finds no braces of a template."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("{{", "{ {").replace("}}", "} }")
