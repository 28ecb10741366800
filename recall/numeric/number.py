"""The one number grammar, for authors and learners alike.

`1e9`, `1.2×10^9`, `1.2·10⁹`, `2^30`, `3/8`, `1,234,567`, `1 234 567`, `12,5`, `−3`, full-width
digits. Everything is exact: a decimal is a rational. What follows is left to the unit reader.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

MAX_TYPED = 200
"""Longest text that is read as a number, in characters."""
MAX_BITS = 1024
"""Longest numerator or denominator of a number, in bits."""

_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUPERSCRIPTS = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_VULGAR = re.compile("[¼-¾⅐-⅞]")
_FOLD = str.maketrans({
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"), **dict.fromkeys("⁄∕÷", "/"),
    **dict.fromkeys("⋅∙•・∗", "·"),
    **dict.fromkeys("✕✖⨯╳", "×"), **dict.fromkeys("’‘ʼ", "'"),
    **dict.fromkeys("\u200b\u2060\ufeff", None),
    "μ": "u", "。": ".", "\t": " ", "\n": " ",
})  # fmt: skip
_TEX = (("\\times", "×"), ("\\cdot", "·"), ("\\,", " "), ("\\%", "%"))

_ABOUT = re.compile(r"[≈~=≃≅∼]\s*")
_SIGN = re.compile(r"([+-])\s*")
_CURRENCY = re.compile(r"(?:US)?\$\s*")
_MIXED = re.compile(r"(\d{1,9}) +(\d{1,2}) ?/ ?(\d{1,2})(?![\d/.,])")
_RUN = re.compile(r"(?:\d|[.,]\d)(?:[ ,.'_]?\d)*\.?")
_E = re.compile(r"[eE]([+-]?\d{1,6})(?!\d)")
_EXPONENT = r"\s*(?:\^|\*\*)\s*[({]?\s*([+-]?\d{1,6})(?!\d)\s*[)}]?"
_POWER = re.compile(_EXPONENT)
_TIMES_POWER = re.compile(r"\s*[×·*xX]\s*(\d{1,6})" + _EXPONENT)
_SLASH = re.compile(r"\s*/\s*(?=[\d.,])")
_GROUPED = re.compile(r"[1-9]\d{0,2}([ ,.'_])\d{3}(?:\1\d{3})*")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A text that is no number. `reason` is a key of the messages."""

    reason: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as typed.

    `readings` has one value, or two where a comma can group thousands (first) or be the decimal
    mark (second). `figures` counts the significant digits of the mantissa, trailing zeros
    included. `rest` is what follows the number; `currency` is True after a dollar sign.
    """

    readings: tuple[Fraction, ...]
    figures: int
    rest: str
    currency: bool = False


def fold(text: str) -> str:
    """One spelling for what looks alike: full-width forms, dashes, dots, spaces, superscripts.

    Superscripts are read first: compatibility folding would turn `10⁹` into `109`.
    """
    text = _SUPERSCRIPTS.sub(lambda m: "^" + m[0].translate(_SUPERSCRIPT), text)
    text = _VULGAR.sub(lambda m: " " + m[0], text)
    text = unicodedata.normalize("NFKC", text).translate(_FOLD)
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(c, c)) for c in text)
    if "\\" in text:
        for tex, sign in _TEX:
            text = text.replace(tex, sign)
    return text.strip()


def read(text: str) -> Typed | Unreadable:
    """The number at the beginning of `text` and what follows it. Takes time linear in its length,
    which is at most MAX_TYPED."""
    if len(text) > MAX_TYPED:
        return Unreadable("too-long")
    text = fold(text)
    if not text:
        return Unreadable("empty")
    position, negative, currency = _prefix(text)
    found = _unsigned(text, position)
    if isinstance(found, Unreadable):
        return found
    values, figures, position = found
    if any(max(v.numerator.bit_length(), v.denominator.bit_length()) > MAX_BITS for v in values):
        return Unreadable("too-large")
    readings = tuple(-v for v in values) if negative else values
    return Typed(readings, figures, text[position:].strip(), currency)


def read_plain(text: str) -> Fraction | None:
    """The number that the whole text is, without unit; None if it is none or ambiguous."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_TYPED:
        return Fraction(int(text))
    typed = read(text)
    if isinstance(typed, Unreadable) or typed.rest or typed.currency or len(typed.readings) > 1:
        return None
    return typed.readings[0]


def _prefix(text: str) -> tuple[int, bool, bool]:
    """Where the digits begin, whether a minus and whether a dollar sign stood before them."""
    position, negative, currency = 0, False, False
    if about := _ABOUT.match(text):
        position = about.end()
    for pattern in (_SIGN, _CURRENCY, _SIGN):
        if match := pattern.match(text, position):
            position = match.end()
            negative ^= match[0].startswith("-")
            currency |= "$" in match[0]
    return position, negative, currency


_Found = tuple[tuple[Fraction, ...], int, int]


def _unsigned(text: str, position: int) -> _Found | Unreadable:
    if (mixed := _MIXED.match(text, position)) and 0 < int(mixed[2]) < int(mixed[3]):
        value = int(mixed[1]) + Fraction(int(mixed[2]), int(mixed[3]))
        return (value,), len(mixed[1] + mixed[2]), mixed.end()
    top = _scaled(text, position)
    if isinstance(top, Unreadable):
        return top
    values, figures, position = top
    slash = _SLASH.match(text, position)
    if not slash:
        return top
    bottom = _scaled(text, slash.end())
    if isinstance(bottom, Unreadable):
        return bottom
    below, _, position = bottom
    if _SLASH.match(text, position):
        return Unreadable("two-slashes")
    if 0 in below:
        return Unreadable("zero-denominator")
    return tuple(dict.fromkeys(v / w for v in values for w in below)), figures, position


def _scaled(text: str, position: int) -> _Found | Unreadable:
    """Digits with an exponent, a power of their own, or times a power."""
    run = _RUN.match(text, position)
    values = _digits(run[0]) if run else ()
    if not run or not values:
        return Unreadable("no-number")
    figures = len(re.sub(r"\D", "", run[0]).lstrip("0")) or 1
    position = run.end()
    if match := _E.match(text, position):
        scale = _power(Fraction(10), int(match[1]))
    elif match := _TIMES_POWER.match(text, position):
        scale = _power(Fraction(int(match[1])), int(match[2]))
    elif match := _POWER.match(text, position):
        powers = tuple(_power(v, int(match[1])) for v in values)
        kept = tuple(p for p in powers if p is not None)
        return (kept, figures, match.end()) if len(kept) == len(powers) else Unreadable("too-large")
    else:
        return values, figures, position
    if scale is None:
        return Unreadable("too-large")
    return tuple(v * scale for v in values), figures, match.end()


def _power(base: Fraction, exponent: int) -> Fraction | None:
    """None where the result would be longer than MAX_BITS (known before it is computed) or 1/0."""
    size = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
    if size * abs(exponent) > MAX_BITS or (base == 0 and exponent < 0):
        return None
    return Fraction(base**exponent)


def _digits(run: str) -> tuple[Fraction, ...]:
    """The readings of digits with separators: none, one, or (thousands, decimal comma)."""
    run = run.removesuffix(".") if run.count(".") == 1 else run
    marks = [c for c in run if not c.isdigit()]
    if not marks:
        return (Fraction(int(run)),)
    last = marks[-1]
    if last not in ".,":
        return _whole(run)
    head, _, tail = run.rpartition(last)
    if last in head:
        return _whole(run)
    as_decimal = _joined(head, tail)
    if last == "," and len(marks) == 1 and _GROUPED.fullmatch(run):
        return *_whole(run), *as_decimal
    return as_decimal


def _whole(run: str) -> tuple[Fraction, ...]:
    return (Fraction(int(re.sub(r"\D", "", run))),) if _GROUPED.fullmatch(run) else ()


def _joined(head: str, tail: str) -> tuple[Fraction, ...]:
    """Digits before and after a decimal mark; those before may be grouped."""
    whole = _whole(head) if head and not head.isdigit() else (Fraction(int(head or 0)),)
    return tuple(w + Fraction(int(tail or 0), 10 ** len(tail)) for w in whole)
