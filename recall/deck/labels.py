"""Labels of parts, in English and Chinese, read from the source and not from parsed emphasis."""

import re
import unicodedata
from dataclasses import dataclass
from types import MappingProxyType

from recall.deck.syntax import Label

CHINESE = MappingProxyType({
    Label.ANSWER: "答案",
    Label.POINTS: "要点",
    Label.GIVEN: "已知",
    Label.STEPS: "步骤",
    Label.MISTAKES: "误区",
    Label.CHECKS: "检查",
    Label.HINTS: "提示",
    Label.WHY: "为什么",
    Label.ACCEPT: "接受",
    Label.SOURCE: "出处",
    Label.REQUIRES: "先修",
    Label.TERMS: "术语",
    Label.TAGS: "标签",
    Label.TYPE: "类型",
    Label.ORDER: "顺序",
})  # fmt: skip
"""The Chinese form of each label."""

_KNOWN = {label.value.casefold(): label for label in Label} | {
    chinese: label for label, chinese in CHINESE.items()
}

# Words that people write for a label. Chinese labels have two or three characters, so that an edit
# distance of one would catch every other word (优点 for 要点): only listed forms count there.
_NEAR_WORDS = {
    "solution": Label.ANSWER,
    "solutions": Label.ANSWER,
    "解答": Label.ANSWER,
    "要點": Label.POINTS,
    "步驟": Label.STEPS,
    "誤區": Label.MISTAKES,
    "檢查": Label.CHECKS,
    "為什麼": Label.WHY,
    "為什么": Label.WHY,
    "为什麽": Label.WHY,
    "出處": Label.SOURCE,
    "先脩": Label.REQUIRES,
    "術語": Label.TERMS,
    "標籤": Label.TAGS,
    "标籤": Label.TAGS,
    "類型": Label.TYPE,
    "順序": Label.ORDER,
}

_BOLD = re.compile(r"(\*\*|__)(?!\s)([^\n]{1,40}?)\1[ \t]*([:：]?)[ \t]*")
_LONG_WORD = 7


@dataclass(frozen=True, slots=True)
class BoldLine:
    """The bold that begins a line.

    `word` is what stands in it, without a colon; `colon` is True if one stands inside or right
    after it; `end` is the offset in the line where the text after both begins.
    """

    word: str
    colon: bool
    end: int


def read_bold(line: str) -> BoldLine | None:
    """The bold at the very beginning of a line, or None."""
    found = _BOLD.match(line)
    if found is None:
        return None
    inner = unicodedata.normalize("NFKC", found.group(2)).strip()
    bare = inner.rstrip(":").rstrip()
    colon = bare != inner or found.group(3) != ""
    return BoldLine(bare, colon, found.end())


def read_label(line: str) -> tuple[Label, int] | None:
    """The label that begins a line, and the offset where its text begins; None if there is none."""
    bold = read_bold(line)
    label = known_label(bold.word) if bold else None
    return (label, bold.end) if bold and label else None


def known_label(word: str) -> Label | None:
    """The label that a word names exactly, after NFKC, case folding and trimming."""
    return _KNOWN.get(unicodedata.normalize("NFKC", word).casefold().strip())


def near_label(word: str) -> Label | None:
    """The label that a word nearly is: a slip, the other number, or a usual other word for it."""
    folded = unicodedata.normalize("NFKC", word).casefold().strip()
    if folded in _NEAR_WORDS:
        return _NEAR_WORDS[folded]
    if not folded.isascii() or not folded.isalpha():
        return None
    for label in Label:
        known = label.value.casefold()
        if folded in (known.removesuffix("s"), f"{known}s"):
            return label
        reach = 2 if len(known) >= _LONG_WORD else 1
        if 0 < _distance(folded, known, reach) <= reach:
            return label
    return None


def _distance(a: str, b: str, reach: int) -> int:
    """The edit distance (insert, delete, replace, swap of neighbours), or more than `reach`."""
    if abs(len(a) - len(b)) > reach:
        return reach + 1
    older: list[int] = []
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            cost = min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, older[j - 2] + 1)
            current.append(cost)
        older, previous = previous, current
    return previous[-1]
