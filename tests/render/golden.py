"""What the golden files of the terminal renderer hold; `python -m tests.render.golden` writes them.

Look at the difference before you keep it: these files are what a learner sees.
"""

import json
from pathlib import Path

from recall.render.box import display_math, inline_math
from recall.render.terminal import plain

TESTS = Path(__file__).parents[1]
MATH = TESTS / "golden" / "math"
PAGES = TESTS / "golden" / "terminal"


def formulas() -> dict[str, str]:
    """The TeX of the formulas that are kept as golden files, by name.

    First the common ones, then the longest that the shipped decks had when they were copied here.
    """
    files = (TESTS / "vectors" / name for name in ("formulas.json", "deck_formulas.json"))
    return {name: tex for file in files for name, tex in json.loads(file.read_text("utf-8"))}


def page(name: str) -> str:
    """The Markdown of a golden page."""
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def math_files() -> dict[str, str]:
    """File name → what it should hold, for the formulas."""
    wide = {name: display_math(tex, width=76) for name, tex in formulas().items()}
    narrow = {name: display_math(tex, width=40) for name, tex in formulas().items()}
    line = {name: (inline_math(tex),) for name, tex in formulas().items()}
    ascii_line = {name: (inline_math(tex, ascii=True),) for name, tex in formulas().items()}
    return {
        "display-76.txt": _listed(wide),
        "display-40.txt": _listed(narrow),
        "inline.txt": _listed(line),
        "inline-ascii.txt": _listed(ascii_line),
        "fall-back.txt": _listed({f"at {width} columns": _flat(width) for width in (76, 40)}),
    }


def _flat(width: int) -> tuple[str, ...]:
    """The formulas that are wider than that as one box: they are broken, or become one line."""
    return tuple(name for name, tex in formulas().items() if _is_wider(tex, width))


def _is_wider(tex: str, width: int) -> bool:
    whole = display_math(tex, width=10_000)
    return display_math(tex, width=width) != whole


def page_files() -> dict[str, str]:
    """File name → what it should hold, for the pages."""
    files = {
        f"{name}-{width}.txt": plain(page(name), width=width) + "\n"
        for name in ("english", "chinese")
        for width in (80, 44)
    }
    files["english-ascii-80.txt"] = plain(page("english"), width=80, ascii=True) + "\n"
    files["english-26.txt"] = plain(page("english"), width=26) + "\n"
    return files


def _listed(rows: dict[str, tuple[str, ...]]) -> str:
    return "\n".join(
        "\n".join([f"# {name}", *(line.rstrip() for line in lines), ""])
        for name, lines in rows.items()
    )


if __name__ == "__main__":
    for folder, files in ((MATH, math_files()), (PAGES, page_files())):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
