"""Reading a typed answer: a number and a unit, against the unit that was asked for."""

import re
from dataclasses import dataclass
from fractions import Fraction

from recall.numeric.messages import Field
from recall.numeric.number import Typed, Unreadable, read
from recall.numeric.units import IEC, PLAIN, SI, Unit, UnknownUnit, convert, parse_unit

_WORDS = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "千": 10**3, "万": 10**4, "百万": 10**6, "亿": 10**8, "十亿": 10**9, "万亿": 10**12,
}  # fmt: skip
_WORD = re.compile(
    r"(thousand|million|billion|trillion)\b|(百万|十亿|万亿|千|万|亿)", re.IGNORECASE
)
_BINARY = re.compile(r"(Ki|Mi|Gi|Ti|Pi)(?=\s|$)")
_LETTER = re.compile(r"([kKMGTPE])(?=\s|$)")
_BILLIONS = re.compile(r"B(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Answer:
    """A typed answer that was understood.

    `readings` are its values in the asked unit (two where a comma can be read both ways). `unit` is
    the unit it was read in; `bare` is True if none was typed. `figures` counts the digits typed.
    `notes` are spellings that were read as another (typed, read as).
    """

    readings: tuple[Fraction, ...]
    typed: tuple[Fraction, ...]
    unit: Unit
    bare: bool
    figures: int
    notes: tuple[tuple[str, str], ...] = ()


_NO_UNIT = re.compile(r"\d|^[*+^=<>]|^e$|^[xX×]\s*\w")
"""What follows a number and cannot be a unit: more digits, an operator, a product."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A typed answer that cannot be judged: `reason` is a key of the messages."""

    reason: str
    fields: tuple[tuple[str, Field], ...] = ()


def read_answer(text: str, asked: Unit) -> Answer | Ask:
    """Read what a learner typed where a number in `asked` is wanted. Never raises."""
    typed = read(text)
    if isinstance(typed, Unreadable):
        return Ask(typed.reason)
    rest = typed.rest.rstrip(" .;,!")
    if _NO_UNIT.search(rest):
        return Ask("no-number")
    if not rest and not typed.currency:
        return _in_unit(typed, asked, asked, Fraction(1), bare=True)
    return _with_rest(typed, rest, asked)


def _with_rest(typed: Typed, rest: str, asked: Unit) -> Answer | Ask:
    scale, rest, note = Fraction(1), rest, ""
    # A scale of its own may stand before any unit; a letter only where it cannot be a prefix.
    if word := _WORD.match(rest):
        scale, rest = Fraction(_WORDS[word[0].lower()]), rest[word.end() :].strip()
    elif letter := _BINARY.match(rest) or _LETTER.match(rest):
        unit = _unit_after(rest[letter.end() :], typed, asked)
        if isinstance(unit, UnknownUnit):
            return _unknown(unit)
        if unit.is_data or unit.prefixed:
            return _which(letter[1], asked if unit.same(asked) else unit)
        scale, rest = _scale(letter[1]), rest[letter.end() :].strip()
        note = letter[1] if letter[1] == "K" else ""
    elif _BILLIONS.match(rest) and not asked.is_data:
        return Ask("bytes-or-billions", (("unit", asked.label),))
    unit = _unit_after(rest, typed, asked)
    if isinstance(unit, UnknownUnit):
        return _unknown(unit)
    answer = _in_unit(typed, unit, asked, scale, bare=not rest and not typed.currency)
    if isinstance(answer, Answer) and note:
        return Answer(
            answer.readings, answer.typed, answer.unit, answer.bare, answer.figures, (("K", "k"),)
        )
    return answer


def _unit_after(rest: str, typed: Typed, asked: Unit) -> Unit | UnknownUnit:
    rest = rest.strip()
    own = parse_unit(rest)
    if typed.currency and not (isinstance(own, Unit) and ("USD", 1) in own.dims):
        return parse_unit("USD" + (rest if rest[:1] == "/" or not rest else f" {rest}"))
    return own if rest else asked


def _scale(letter: str) -> Fraction:
    if letter in IEC:
        return Fraction(1024 ** IEC[letter])
    return Fraction(1000 ** SI[letter.replace("K", "k")])


def _unknown(unit: UnknownUnit) -> Ask:
    reason = "unit-case" if unit.case else "unknown-unit"
    return Ask(reason, (("word", unit.word[:40]), ("near", unit.suggestions)))


def _which(letter: str, asked: Unit) -> Ask:
    """A lone prefix where the unit has one already, or where bits and bytes need theirs."""
    if not asked.is_data:
        return Ask("lone-prefix", (("word", letter), ("unit", asked.label)))
    decimal = letter.removesuffix("i").replace("K", "k")
    base = "B" if "B" in asked.label or "byte" in asked.label else "b"
    symbols = [decimal + base, decimal.upper() + "i" + base]
    known = tuple(s for s in symbols if isinstance(parse_unit(s), Unit))
    return Ask("which-data-unit", (("word", letter), ("near", known)))


def _in_unit(typed: Typed, unit: Unit, asked: Unit, scale: Fraction, *, bare: bool) -> Answer | Ask:
    if unit.dims != asked.dims:
        asked_name = asked.label or PLAIN.label
        return Ask("other-dimension", (("word", unit.label), ("unit", asked_name)))
    values = tuple(v * scale for v in typed.readings)
    readings = tuple(convert(v, unit, asked) for v in values)
    return Answer(readings, values, unit, bare, typed.figures, unit.notes)
