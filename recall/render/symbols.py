"""Characters of formulas: their classes, small forms, marks, and names for ASCII terminals."""

import re
import unicodedata
from enum import Enum


class Kind(Enum):
    """What a symbol is in a line of mathematics; it decides the spaces around it."""

    ORDINARY = "ordinary"
    WORD = "word"
    TEXT = "text"
    LARGE = "large"
    BINARY = "binary"
    RELATION = "relation"
    OPEN = "open"
    CLOSE = "close"
    MIDDLE = "middle"
    PUNCTUATION = "punctuation"


_RELATIONS = frozenset(
    "=<>≠≤≥≦≧≪≫≈≃≅≡≢∼≁∝∈∉∋∌⊂⊃⊆⊇⊄⊅⊊⊋⊏⊐⊑⊒⊢⊣⊨∣∤∥∦⟂≜≔≕≝≞≟≐≺≻≼≽≲≳≶≷⩽⩾⪅⪆⪯⪰∴∵⋈←→↔↑↓⇐⇒⇔⇑⇓↦↪↩⇀⇁⇌⟵⟶⟷⟸⟹⟺⟼↝↛↚⇝:"
)
_BINARIES = frozenset("+−±∓×÷⋅·∗⋆∘∙•⊕⊖⊗⊘⊙∪∩⊎⊓⊔∧∨∖†‡≀⊞⊠⊲⊳∔⋄△▽")
_LARGE = frozenset("∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂⨀⨆⨄")
_OPEN = frozenset("([{⟨⌊⌈⟮⟦")
_CLOSE = frozenset(")]}⟩⌋⌉⟯⟧")
BARS = frozenset("|‖")
FENCES = _OPEN | _CLOSE | BARS | frozenset("/\\↑↓")


def kind_of(symbol: str) -> Kind:
    """The class of an operator symbol."""
    table = (
        (_RELATIONS, Kind.RELATION),
        (_BINARIES, Kind.BINARY),
        (_LARGE, Kind.LARGE),
        (_OPEN, Kind.OPEN),
        (_CLOSE, Kind.CLOSE),
        (frozenset(",;"), Kind.PUNCTUATION),
    )
    return next((kind for symbols, kind in table if symbol in symbols), Kind.ORDINARY)


_INVISIBLE = re.compile("[\ufe00-\ufe0f\u2061-\u2064\u200b\u2060\ufeff]")


def visible(text: str) -> str:
    """The text without variation selectors and invisible operators, with plain spaces.

    The converter marks calligraphic letters with U+FE00, which shifts columns in terminals.
    """
    return _INVISIBLE.sub("", text).replace("\N{NO-BREAK SPACE}", " ")


_SUBSCRIPTS = dict(
    zip(
        "0123456789+−-=()aehijklmnoprstuvx",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
        strict=True,
    )
)
_SUPERSCRIPTS = dict(
    zip(
        "0123456789+−-=()abcdefghijklmnoprstuvwxyzT⊤",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᵀ",
        strict=True,
    )
)
_RAISED_ALREADY = frozenset("′″‴⁗*∗†‡°")


def subscript(text: str) -> str | None:
    """The text in Unicode subscripts, None if one character has none."""
    return _map(text, _SUBSCRIPTS)


def superscript(text: str) -> str | None:
    """The text in Unicode superscripts, None if one character has none.

    Capitals other than the T of a transpose, and Greek, count as having none: Q and α have no small
    form, and `W^K` beside `W^Q`, `D^β` beside `N^α` should look alike.
    """
    if text and all(c in _RAISED_ALREADY for c in text):
        return text.replace("∗", "*")
    return _map(text, _SUPERSCRIPTS)


def _map(text: str, table: dict[str, str]) -> str | None:
    if not text or any(c not in table for c in text):
        return None
    return "".join(table[c] for c in text)


ACCENTS = {
    "ˆ": "\u0302", "\u0302": "\u0302", "^": "\u0302", "¯": "\u0304", "‾": "\u0304",
    "\u0332": "\u0304", "⃗": "\u20d7", "→": "\u20d7", "˜": "\u0303", "~": "\u0303",
    "˙": "\u0307", "¨": "\u0308", "⃛": "\u20db", "⃜": "\u20dc", "ˇ": "\u030c", "˘": "\u0306",
    "´": "\u0301", "`": "\u0300", "˚": "\u030a",
}  # fmt: skip
"""Marks over a letter, as the converter writes them, and the combining characters they become."""

ACCENT_NAMES = {
    "\u0302": "hat", "\u0304": "bar", "\u20d7": "vec", "\u0303": "tilde", "\u0307": "dot",
    "\u0308": "ddot", "\u20db": "dddot", "\u20dc": "ddddot", "\u030c": "check",
    "\u0306": "breve", "\u0301": "acute", "\u0300": "grave", "\u030a": "ring",
    "\u0332": "underline", "\u0338": "not", "\u0336": "cancel",
}  # fmt: skip
"""What a mark is called where it cannot be drawn."""

_ASCII = {
    "−": "-", "×": "*", "⋅": "*", "·": "*", "∗": "*", "÷": "/", "±": "+/-", "∓": "-/+",
    "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~=", "≡": "==", "∼": "~", "≪": "<<", "≫": ">>",
    "≜": ":=", "≔": ":=", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "⇐": "<=", "⇔": "<=>",
    "↦": "|->", "⟶": "-->", "⟹": "==>", "⟺": "<=>", "∞": "inf", "∑": "sum", "∏": "prod",
    "∫": "int", "√": "sqrt", "∂": "d", "∇": "grad", "∈": "in", "∉": "not in", "∝": "prop. to",
    "∀": "for all", "∃": "exists", "∣": "|", "‖": "||", "∥": "||", "∪": "union", "∩": "cap",
    "⊆": "subset", "⊂": "subset", "⊤": "T", "⊥": "_|_", "⊙": "(.)", "⊕": "(+)", "⊗": "(x)",
    "∘": "o", "∧": "and", "∨": "or", "¬": "not ", "…": "...", "⋯": "...", "⋮": ":", "⋱": "...",
    "′": "'", "″": "''", "‴": "'''", "⌊": "floor(", "⌋": ")", "⌈": "ceil(", "⌉": ")",
    "⟨": "<", "⟩": ">", "∅": "{}", "ℓ": "l", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta",
    "°": "deg", "†": "dagger", "∖": "\\",
}  # fmt: skip


_STYLED = ("MATHEMATICAL ", "DOUBLE-STRUCK ", "SCRIPT ", "BLACK-LETTER ")


def to_ascii(text: str) -> str:
    """The text in ASCII where a usual spelling exists; other writing (CJK, say) stays."""
    return "".join(_ascii_of(character) for character in text)


def _ascii_of(character: str) -> str:
    if character.isascii() or character in _ASCII:
        return _ASCII.get(character, character)
    name = unicodedata.name(character, "")
    if name.startswith(_STYLED):
        plain = unicodedata.normalize("NFKC", character)
        return plain if plain == character else to_ascii(plain)
    if name.startswith(("GREEK SMALL LETTER ", "GREEK CAPITAL LETTER ")) and name.count(" ") == 3:
        word = name.rsplit(" ", 1)[1].lower().replace("lamda", "lambda")
        return word.capitalize() if "CAPITAL" in name else word
    return character
