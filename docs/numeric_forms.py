"""Writes the table of accepted answer forms in `docs/numeric.md` from what grading really says.

python docs/numeric_forms.py
"""

import re
from pathlib import Path

from recall.model.question import VerdictKind
from recall.model.text import CodeSpan, Passage
from recall.numeric.problem import Problem, ProblemText, compile_problem
from recall.source import Excerpt, Span

PAGE = Path(__file__).with_name("numeric.md")
BLOCK = re.compile(r"(<!-- forms -->\n).*?(<!-- /forms -->)", re.DOTALL)
FORMS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "GiB",
        "40",
        ("40", "40 GiB", "40 gibibytes", "42.95 GB", "0.0390625 TiB", "320 Gib", "4e1", "4·10¹ GiB",
         "40.960 × 10^3 MiB", "40960 MiB", "４０ ＧｉＢ", "≈ 40 GiB", "40 gib", "40 G", "40 GB",
         "42.95", "320", "−40", "41", "40 tokens", "forty"),
    ),
    (
        "FLOP",
        "1.4e11",
        ("1.4e11", "1.4×10^11", "1.4·10¹¹", "140 GFLOP", "140 G", "140 billion", "1400亿",
         "140,000,000,000", "140 000 000 000", "140.000.000.000", "140B", "140 GFLOPS", "140 T"),
    ),
    ("tokens", "131072", ("131072", "2^17", "2¹⁷", "128 Ki", "131,072", "131k", "131K", "128k")),
    ("%", "37.5", ("37.5", "37.5 %", "37,5", "0.375", "3/8", "0.375 %", "3.75")),
    ("", "3/8", ("3/8", "0.375", ".375", "37.5 %", "37.5", "8/3", "3/0", "1/2/3")),
    ("h", "1.5", ("1.5", "1,5", "1½ h", "1 1/2", "90 min", "5400 s", "1.5 hours", "0.0625 d")),
)  # fmt: skip
"""Asked unit, answer, and what is typed."""
VERDICTS = {
    VerdictKind.RIGHT: "right",
    VerdictKind.NOTE: "right, with a note",
    VerdictKind.MISTAKE: "a known slip",
    VerdictKind.WRONG: "wrong",
    VerdictKind.ASK: "asked again",
}


def problem(unit: str, answer: str) -> Problem:
    """A problem whose answer is fixed."""
    text = f"`answer = {answer}` {unit} ± 1%"
    step = Passage(
        Excerpt.of(text), (CodeSpan(text[1 : text.index("`", 1)], 1, text.index("`", 1)),)
    )
    words = ProblemText(
        question=Passage(Excerpt.of("?")), given=(), steps=(step,), mistakes=(), checks=(),
        hints=(), why=None, span=Span("numeric.md", 1, 1, 1, 1),
    )  # fmt: skip
    made = compile_problem(words).value
    assert made is not None
    return made


def table() -> str:
    """The table as Markdown."""
    lines = ["| asked | typed | verdict | what is said |", "|---|---|---|---|"]
    for unit, answer, typed in FORMS:
        made = problem(unit, answer)
        asked = f"{answer} {unit}".strip()
        for text in typed:
            verdict = made.grade(made.variant(0), text)
            said = verdict.message.replace("|", "\\|")
            lines.append(f"| {asked} | `{text}` | {VERDICTS[verdict.kind]} | {said} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with a fresh table."""
    text = PAGE.read_text(encoding="utf-8")
    return BLOCK.sub(lambda m: f"{m[1]}{table()}{m[2]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
