"""The unit table: names, aliases, prefixes, products and quotients. Case matters.

A unit is a factor times powers of base units; bits and bytes share one dimension, of their own.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache

from recall.numeric.number import fold

SI = {"k": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
"""Decimal prefixes and the power of 1000 they stand for."""
IEC = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
"""Binary prefixes and the power of 1024 they stand for."""
_SPOKEN = {"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E",
           "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi"}  # fmt: skip

Dims = tuple[tuple[str, int], ...]
"""Powers of base dimensions, sorted, without zeros."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit. Its value in base units is `factor`; `label` is how it is printed.

    `rank` is the power of the prefix of its bits or bytes (0 without), `binary` whether that prefix
    is an IEC one; `prefixed` is True if any of its units has a prefix; `notes` are spellings that
    were read as another one (`KB` as `kB`).
    """

    label: str
    factor: Fraction
    dims: Dims
    rank: int = 0
    binary: bool = False
    prefixed: bool = False
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def is_data(self) -> bool:
        """True if bits or bytes are in it."""
        return any(base == "bit" for base, _ in self.dims)

    @property
    def is_percent(self) -> bool:
        """True for % and percentage points."""
        return not self.dims and self.factor == Fraction(1, 100)

    def same(self, other: "Unit") -> bool:
        """True if both measure alike: same dimension and factor."""
        return self.dims == other.dims and self.factor == other.factor


PLAIN = Unit("", Fraction(1), ())
"""The unit of a plain number."""


@dataclass(frozen=True, slots=True)
class UnknownUnit:
    """A word that is no unit; `case` is True if only its capitals are wrong."""

    word: str
    suggestions: tuple[str, ...]
    case: bool = False


# symbol: (factor, dimensions, prefixes, other spellings); spellings of one word are case-blind.
_BASE: dict[str, tuple[Fraction, Dims, str, str]] = {
    "B": (Fraction(8), (("bit", 1),), "si iec", "byte bytes 字节"),
    "b": (Fraction(1), (("bit", 1),), "si iec", "bit bits 比特"),
    "bps": (Fraction(1), (("bit", 1), ("s", -1)), "si", ""),
    "FLOP": (Fraction(1), (("FLOP", 1),), "si", "FLOPs"),
    "FLOPS": (Fraction(1), (("FLOP", 1), ("s", -1)), "si", ""),
    "s": (Fraction(1), (("s", 1),), "", "sec secs second seconds 秒"),
    "ms": (Fraction(1, 1000), (("s", 1),), "", "msec millisecond milliseconds 毫秒"),
    "us": (Fraction(1, 10**6), (("s", 1),), "", "usec microsecond microseconds 微秒"),
    "ns": (Fraction(1, 10**9), (("s", 1),), "", "nsec nanosecond nanoseconds 纳秒"),
    "min": (Fraction(60), (("s", 1),), "", "mins minute minutes 分钟"),
    "h": (Fraction(3600), (("s", 1),), "", "hr hrs hour hours 小时"),
    "d": (Fraction(86400), (("s", 1),), "", "day days 天"),
    "token": (Fraction(1), (("token", 1),), "si", "tokens tok 词元"),
    "param": (Fraction(1), (("param", 1),), "si", "params parameter parameters 参数"),
    "tps": (Fraction(1), (("s", -1), ("token", 1)), "si", ""),
    "GPU": (Fraction(1), (("GPU", 1),), "", "GPUs gpu gpus"),
    "Hz": (Fraction(1), (("s", -1),), "si", "hertz"),
    "W": (Fraction(1), (("W", 1),), "si", "watt watts 瓦"),
    "Wh": (Fraction(3600), (("W", 1), ("s", 1)), "si", ""),
    "USD": (Fraction(1), (("USD", 1),), "si", "$ US$ usd dollar dollars 美元"),
    "%": (Fraction(1, 100), (), "", "percent"),
    "pp": (Fraction(1, 100), (), "", ""),
    "x": (Fraction(1), (), "", "× X times fold 倍"),
}
_SMALL_TIMES = frozenset({"ms", "us", "ns"})
_LABELS = {
    "bps": "b/s",
    "tps": "token/s",
    "us": "µs",
    "×": "x",
    "X": "x",
    "times": "x",
    "fold": "x",
    "倍": "x",
    "percent": "%",
}


def _table() -> dict[str, Unit]:
    table: dict[str, Unit] = {}
    for symbol, (factor, dims, prefixes, spellings) in _BASE.items():
        for name in (symbol, *spellings.split()):
            label = _LABELS.get(name, name)
            table[name] = Unit(label, factor, dims, prefixed=symbol in _SMALL_TIMES)
            if not prefixes or not name.isascii() or "$" in name:
                continue
            ranks = [(p, r, 1000) for p, r in SI.items()] + [("K", 1, 1000)]
            ranks += [(p, r, 1024) for p, r in IEC.items()] if "iec" in prefixes else []
            for prefix, rank, base in ranks:
                spelling = prefix + name
                notes = ((spelling, "k" + name),) if prefix == "K" else ()
                shown = ("k" if prefix == "K" else prefix) + label
                table.setdefault(
                    spelling,
                    Unit(shown, factor * base**rank, dims, rank, base == 1024, True, notes),
                )
    return table


def _words(table: dict[str, Unit]) -> dict[str, Unit]:
    """Spoken forms, matched without regard to case: `Tokens`, `gigabytes`, `kilowatt`."""
    words = {name.lower(): unit for name, unit in table.items() if len(name) > 4 and name.islower()}
    for spoken, prefix in _SPOKEN.items():
        for word in ("byte", "bytes", "bit", "bits", "watt", "watts", "hertz"):
            symbol = {"y": "B", "i": "b", "a": "W", "e": "Hz"}[word[1]]
            if prefix + symbol in table:
                words[spoken + word] = table[prefix + symbol]
    return words


_TABLE = _table()
_WORDS = _words(_TABLE)


def spellings() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """Every spelling of a unit (case matters), and every spoken form (in lower case)."""
    return dict(_TABLE), dict(_WORDS)


_TOKEN = re.compile(r"\s*([A-Za-z$]+|[%×]|[\u4e00-\u9fff]+)(?:\^([+-]?[1-4]))?")
_JOINT = re.compile(r"\s*(/|·|\*|-|每|\s)\s*(?=\S)")
_PER = re.compile(r"\s+per\s+", re.IGNORECASE)
_PHRASES = (
    (re.compile(r"percentage[ -]points?|百分点", re.IGNORECASE), "pp"),
    (re.compile(r"per[ -]cent", re.IGNORECASE), "%"),
)


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> Unit | UnknownUnit:
    """The unit that a text names (empty: a plain number), or the word that is none."""
    text = fold(text)
    for phrase, symbol in _PHRASES:
        text = phrase.sub(symbol, text)
    text = _PER.sub("/", text)
    if not text:
        return PLAIN
    if text[:4].lower() == "per ":
        text = "/" + text[4:]
    position, sign, joint, unit = 0, 1, "", PLAIN
    if text.startswith("/"):
        position, sign, joint = 1, -1, "1/"
    while True:
        match = _TOKEN.match(text, position)
        atom = _atom(match[1]) if match else UnknownUnit(text[position:].strip(), ())
        if not match or isinstance(atom, UnknownUnit):
            return atom if isinstance(atom, UnknownUnit) else UnknownUnit(text, ())
        unit = _times(unit, atom, sign * int(match[2] or 1), joint)
        position = match.end()
        if position >= len(text):
            return unit
        link = _JOINT.match(text, position)
        if not link:
            return UnknownUnit(text, ())
        # Left to right: a/b·c is (a/b)·c, as everywhere in programs.
        slash = link[1] in "/每"
        position, sign, joint = link.end(), -1 if slash else 1, "/" if slash else "·"


def _times(left: Unit, right: Unit, power: int, joint: str) -> Unit:
    dims = dict(left.dims)
    for base, exponent in right.dims:
        dims[base] = dims.get(base, 0) + exponent * power
    kept = tuple(sorted((b, e) for b, e in dims.items() if e))
    data = left if left.rank else right
    shown = right.label if abs(power) == 1 else f"{right.label}^{abs(power)}"
    if power < 0 and joint == "·":
        joint = "/"
    return Unit(
        left.label + joint + shown,
        left.factor * right.factor**power,
        kept,
        rank=data.rank if data.is_data and abs(power) == 1 else 0,
        binary=data.binary,
        prefixed=left.prefixed or right.prefixed,
        notes=left.notes + right.notes,
    )


def _atom(word: str) -> Unit | UnknownUnit:
    unit = _TABLE.get(word) or _WORDS.get(word.lower())
    if unit:
        return unit
    other_case = tuple(
        name for name, u in _TABLE.items() if name.lower() == word.lower() and not u.notes
    )
    if other_case:
        return UnknownUnit(word, other_case[:3], case=True)
    near = get_close_matches(word[:40], [*_TABLE, *_WORDS], n=2, cutoff=0.7)
    return UnknownUnit(word, tuple(dict.fromkeys(near)))


def convert(value: Fraction, unit: Unit, into: Unit) -> Fraction:
    """The same quantity in another unit of the same dimension, exactly."""
    return value if unit.factor == into.factor else value * unit.factor / into.factor


def other_system(unit: Unit) -> Unit | None:
    """For a prefixed unit of bits or bytes alone: the decimal twin of a binary unit, or the binary
    twin of a decimal one; else None."""
    if not unit.rank or unit.dims != (("bit", 1),):
        return None
    byte = unit.factor / (1024 if unit.binary else 1000) ** unit.rank
    prefixes = SI if unit.binary else IEC
    prefix = next((p for p, r in prefixes.items() if r == unit.rank), None)
    return _TABLE[prefix + ("B" if byte == 8 else "b")] if prefix else None


def sized_for(value: Fraction, unit: Unit) -> tuple[Unit, ...]:
    """For plain bits or bytes: the decimal and binary unit in which the value is easy to read."""
    if unit.rank or unit.dims != (("bit", 1),):
        return ()
    rank = min(5, max(0, (len(str(abs(int(value)))) - 1) // 3))
    symbol = "B" if unit.factor == 8 else "b"
    decimal = next((p for p, r in SI.items() if r == rank), None)
    binary = next((p for p, r in IEC.items() if r == rank), None)
    return (_TABLE[decimal + symbol], _TABLE[binary + symbol]) if decimal and binary else ()


def quantity(text: str, unit: Unit) -> str:
    """A printed number with its unit: `160 GiB`, `$5`, `2x`."""
    if unit.label in ("$", "US$"):
        return f"-{unit.label}{text[1:]}" if text.startswith("-") else unit.label + text
    if unit.label == "x":
        return text + "x"
    return f"{text} {unit.label}" if unit.label else text
