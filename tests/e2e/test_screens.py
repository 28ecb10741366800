"""What a learner sees, screen by screen, as golden files.

`RECALL_GOLDEN=1 pytest tests/e2e/test_screens.py` writes them; look at the difference.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.program import recall
from tests.e2e.terminal import Terminal

GOLDEN = Path(__file__).parents[1] / "golden" / "screens"
WAITS = {
    "en": ("Why does", "4 easy", "How large", "Once more", "4 easy", "Which of", "4 easy",
           "Why was", "Tick what", "(1, 3)", "4 easy", "called?", "Once more", "4 easy", "saved"),
    "zh": ("为什么解码器", "4 简单", "缓存有多大", "再试一次", "4 简单", "哪一种", "4 简单",
           "为什么选", "勾选你", "（1, 3）", "4 简单", "叫什么", "再试一次", "4 简单", "均已保存"),
}  # fmt: skip
KEYS = (
    "", "h ", "\r", "1 GB\r", "\r", "1", "1", "\r", " ", "13", "\r", "\r", "multi head attention\r",
    "MLB\r", "1",
)  # fmt: skip
"""What is typed before each of the screens above."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    decks = tmp_path / "decks" / "p"
    decks.mkdir(parents=True)
    for name in ("deck.md", "deck.zh.md"):
        (decks / name).write_bytes((GOLDEN / name).read_bytes())
    assert recall(tmp_path, "compile").code == 0
    return tmp_path


def screens(terminal: Terminal, waits: tuple[str, ...]) -> Iterator[str]:
    """What each step added to the screen."""
    for keys, wanted in zip(KEYS, waits, strict=True):
        terminal.screen.reset()
        terminal.send(keys)
        seen = terminal.asked(wanted)
        yield f"── {keys.encode('unicode_escape').decode()} ──\n{seen}\n"


@pytest.mark.parametrize("lang", WAITS)
@pytest.mark.parametrize("columns", [80, 44])
def test_a_session_looks_as_it_should(folder: Path, lang: str, columns: int) -> None:
    terminal = Terminal(
        folder, "review", "--lang", lang, "--limit", "5", columns=columns,
        more={"RECALL_LANG": lang, "RECALL_INTERLEAVE": "false"},
    )  # fmt: skip
    found = "\n".join(screens(terminal, WAITS[lang]))
    assert terminal.end() == 0
    golden = GOLDEN / f"session-{lang}-{columns}.txt"
    if os.environ.get("RECALL_GOLDEN"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")
