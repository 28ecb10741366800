"""Writing problems in tests: Markdown in, ProblemText out, without the deck layer."""

import re
from collections.abc import Callable

import pytest

from recall.model.text import CodeSpan, Hole, Passage
from recall.numeric.problem import Problem, ProblemText, compile_problem
from recall.source import Excerpt, Span

_CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)
_MATH = re.compile(r"\$[^\s$](?:[^$]*[^\s$])?\$")
_HOLE = re.compile(r"\{\{(.*?)\}\}")
_LABEL = re.compile(r"^\*\*(Given|Steps|Mistakes|Checks|Hints|Why)\*\*$", re.MULTILINE)
_ITEM = re.compile(r"^(?:[-*]|\d+\.) ", re.MULTILINE)

KV_CACHE = """\
A decoder has {{L}} layers, {{n_q}} query heads and {{n_kv}} KV heads of dimension {{d}}.
The cache is kept in {{dtype}}. How many **GiB** does it take for {{B}} sequences of {{S}} tokens?

**Given**

- `L` from 32, 48, 61, 80: layers
- `n_q` from 32, 64
- `n_kv` from 4, 8
- `d` from 64, 128
- `B` from 1, 5, 12, 64
- `S` from 4096..131072 step ×2
- `dtype, w` from (BF16, 2), (FP8, 1)
- keep `answer >= 1/4 and answer <= 640`

**Steps**

1. A token stores a key and a value for each layer and KV head: `per_token = 2 * L * n_kv * d * w` B
2. All tokens of all sequences: `total = per_token * S * B` B
3. In binary units: `answer = total / Gi` GiB ± 1%

**Mistakes**

- `answer / 2`: you counted the keys but not the values.
- `answer * n_q / n_kv`: you used the query heads; only the {{n_kv}} KV heads are cached.

**Hints**

- Start with the bytes of one token in one layer.

**Checks**

- `L=80 n_q=64 n_kv=8 d=128 B=16 S=32768 dtype=BF16`: 160 GiB is right
- `L=80 n_q=64 n_kv=8 d=128 B=16 S=32768 dtype=BF16`: 171.8 GB is right
- `L=80 n_q=64 n_kv=8 d=128 B=16 S=32768 dtype=BF16`: 80 GiB is "you counted the keys"
"""
"""The example of the deck language."""
KV_VALUES = {
    "L": "80", "n_q": "64", "n_kv": "8", "d": "128", "S": "131072", "B": "1", "dtype": "BF16",
}  # fmt: skip


def passage(text: str, start: int = 0, end: int | None = None) -> Passage:
    """The passage of `text[start:end]`, with its code spans and holes."""
    piece = Excerpt.of(text, "problem.md").slice(start, len(text) if end is None else end).strip()
    inside = piece.text
    codes = tuple(CodeSpan(m[2].strip(), m.start(2), m.end(2)) for m in _CODE.finditer(inside))
    math = [m.span() for m in _MATH.finditer(inside)]
    holes = tuple(
        Hole(m[1], m.start(), m.end(), any(a <= m.start() < b for a, b in math))
        for m in _HOLE.finditer(inside)
        if not any(c.start <= m.start() < c.end for c in codes)
    )
    return Passage(piece, codes, holes)


def problem_text(text: str) -> ProblemText:
    """A problem's body and parts, as the deck layer hands them over."""
    labels = list(_LABEL.finditer(text))
    question = passage(text, 0, labels[0].start() if labels else len(text))
    parts: dict[str, tuple[Passage, ...]] = {}
    why = None
    for label, following in zip(labels, [*labels[1:], None], strict=True):
        end = following.start() if following else len(text)
        if label[1] == "Why":
            why = passage(text, label.end(), end)
            continue
        items = list(_ITEM.finditer(text, label.end(), end))
        ends = [*(item.start() for item in items[1:]), end]
        parts[label[1].lower()] = tuple(
            passage(text, item.end(), stop) for item, stop in zip(items, ends, strict=True)
        )
    names = ("given", "steps", "mistakes", "checks", "hints")
    found = {name: parts.get(name, ()) for name in names}
    return ProblemText(question, **found, why=why, span=Span("problem.md", 1, 1, 1, 2))


def written(text: str) -> Problem:
    """The problem that a text is; it must have no diagnostic."""
    checked = compile_problem(problem_text(text))
    assert checked.diagnostics == (), [str(d) for d in checked.diagnostics]
    assert checked.value is not None
    return checked.value


def asking(unit: str, formula: str = "a", given: str = "- `a` from 1, 2, 3") -> Problem:
    """A problem with one step; `unit` may end with a tolerance."""
    return written(
        f"What?\n\n**Given**\n\n{given}\n\n**Steps**\n\n1. So: `answer = {formula}` {unit}\n"
    )


@pytest.fixture(scope="session")
def text_of() -> Callable[[str], ProblemText]:
    """`problem_text`, for tests."""
    return problem_text


@pytest.fixture(scope="session")
def problem() -> Callable[[str], Problem]:
    """`written`, for tests."""
    return written


@pytest.fixture(scope="session")
def ask() -> Callable[..., Problem]:
    """`asking`, for tests."""
    return asking


@pytest.fixture(scope="session")
def kv() -> Problem:
    """The example of the deck language."""
    return written(KV_CACHE)


@pytest.fixture(scope="session")
def kv_text() -> str:
    """Its Markdown."""
    return KV_CACHE
