"""Whole sessions in a real terminal."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.cli.program import recall
from tests.e2e.terminal import Terminal, ends_with_prompt

DECK = """\
---
title: Small
sources:
  V2: DeepSeek-V2
---

# Section

## Why is there a latent $c_t$?
<!-- id: one -->

Because of **memory**.

**Hints**

- Think of bandwidth.

**Source:** V2 §2.1

## {{n}} bytes in kB?
<!-- id: two -->

**Given**

- `n` from 1000..9000 step 1000

**Steps**

1. Divide: `answer = n / 1000` kB

**Mistakes**

- `answer * 1000`: you did not divide.

## Which one?
<!-- id: three -->

- [ ] left
- [x] right
- [ ] wrong

**Order:** fixed

## Defend it.
<!-- id: four -->

**Points**

- cheap
- fast

## Name it.
<!-- id: five -->

**Accept:** MLA | latent attention
"""

CHINESE = """\
---
title: 小卡组
---

## 为什么要有潜在向量 $c_t$？
<!-- id: one -->

因为**显存**。
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    decks = tmp_path / "decks" / "p"
    decks.mkdir(parents=True)
    (decks / "small.md").write_text(DECK, encoding="utf-8")
    (decks / "small.zh.md").write_text(CHINESE, encoding="utf-8")
    assert recall(tmp_path, "compile").code == 0
    return tmp_path


def reviews(folder: Path) -> list[dict[str, object]]:
    lines = recall(folder, "export", "journal").out.splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("columns", [80, 44])
def test_a_session_from_the_first_question_to_the_summary(folder: Path, columns: int) -> None:
    terminal = Terminal(folder, "review", "--limit", "5", columns=columns)
    terminal.until("Why is there a latent")
    terminal.send("h")
    terminal.until("Think of bandwidth.")
    terminal.send(" ")
    shown = terminal.until("4 easy")
    assert "Because of memory." in shown
    assert "Source: DeepSeek-V2, §2.1" in shown
    assert "[2 hard" in shown  # a hint was used
    terminal.send("\r")
    terminal.until("bytes in kB?")
    terminal.send("0.5\r")
    terminal.until("Once more")
    terminal.send("\r")
    terminal.until("[1 again")
    terminal.send("1")
    terminal.until("Which one?")
    terminal.send("2")
    assert "✓" in terminal.until("[3 good")
    terminal.send("3")
    terminal.until("Defend it.")
    terminal.send(" ")
    terminal.until("Tick what was")
    terminal.send("1")
    terminal.until("(1)")
    terminal.send("\r")
    terminal.until("[2 hard")
    terminal.send("\r")
    terminal.until("Name it.")
    terminal.send("latent attention\r")
    terminal.until("[3 good")
    terminal.send("4")
    summary = terminal.until("every answer is saved")
    assert "Cards: 5 · answers: 5" in summary
    assert terminal.end() == 0
    assert [entry["rating"] for entry in reviews(folder)] == [2, 1, 3, 2, 4]
    assert all(len(line) <= columns for line in terminal.text.splitlines())


def test_a_session_in_chinese_at_44_columns(folder: Path) -> None:
    terminal = Terminal(folder, "review", "--lang", "zh", "--limit", "1", columns=44)
    terminal.until("为什么要有潜在向量")
    terminal.send(" ")
    terminal.until("因为显存")
    terminal.send("3")
    assert "作答 1 次" in terminal.until("均已保存")
    assert terminal.end() == 0


def test_a_typed_answer_can_be_edited_with_arrow_keys(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send("s")
    terminal.until("Your answer")
    terminal.send("9 kX\x1b[D\x1b[3~B\r")
    terminal.until(lambda shown: "9 kB" in shown and ("✓" in shown or "✗" in shown))
    terminal.send("\x03")
    assert terminal.end() == 130


def test_arrow_keys_and_pasted_digits_do_not_rate(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send(" ")
    terminal.until("4 easy")
    terminal.send("\x1b[A\x1b[B\x1bOP")
    terminal.send("\x1b[200~1234\x1b[201~")
    terminal.send("4")
    terminal.until("bytes in kB?")
    terminal.send(":q\r")
    assert terminal.end() == 0
    assert [entry["rating"] for entry in reviews(folder)] == [4]


def test_a_double_space_does_not_rate_a_card_unseen(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send("  \r")
    terminal.until("4 easy")
    terminal.send("q")
    assert terminal.end() == 0
    assert reviews(folder) == []


def test_undo_asks_the_card_again(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send(" ")
    terminal.until("4 easy")
    terminal.send("4")
    terminal.until("Your answer")
    terminal.send(":u\r")
    terminal.until("Undone: easy, one.")
    terminal.until(lambda shown: shown.count("Why is there a latent") == 2)
    terminal.send("q")
    assert terminal.end() == 0
    assert [entry["kind"] for entry in reviews(folder)] == ["review", "undo"]


def test_an_edit_shows_the_new_text(folder: Path) -> None:
    editor = folder / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i "s/Why is there/What for is/" "$2"\n')
    editor.chmod(0o755)
    more = {"EDITOR": str(editor), "VISUAL": ""}
    terminal = Terminal(folder, "review", more=more)
    terminal.until("Why is there")
    terminal.send("e")
    terminal.until("What for is a latent")
    terminal.send("q")
    assert terminal.end() == 0


def test_ctrl_c_keeps_what_was_answered_and_restores_the_terminal(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send(" ")
    terminal.until("4 easy")
    terminal.send("4")
    terminal.until("Your answer")
    terminal.send("\x03")
    terminal.until("answers: 1")
    assert terminal.end() == 130
    assert terminal.raw.rstrip().endswith(b"\x1b[?2004l") or b"\x1b[?2004l" in terminal.raw
    assert len(reviews(folder)) == 1


def test_a_killed_terminal_session_can_be_resumed(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send(" ")
    terminal.until("4 easy")
    terminal.send("4")
    terminal.until("Your answer")
    terminal.process.kill(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    assert len(reviews(folder)) == 1
    again = Terminal(folder, "review")
    again.until("bytes in kB?")
    again.send(":q\r")
    assert again.end() == 0


def test_no_colour_is_respected(folder: Path) -> None:
    terminal = Terminal(folder, "review", more={"NO_COLOR": "1"})
    terminal.until("Why is there")
    terminal.send("q")
    terminal.end()
    assert b"\x1b[31m" not in terminal.raw
    assert b"\x1b[32m" not in terminal.raw


def test_a_terminated_session_restores_the_terminal(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.process.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert terminal.raw.rstrip().endswith(b"\x1b[?2004l")


def test_an_editor_that_does_not_exist_is_told(folder: Path) -> None:
    more = {"EDITOR": "no-such-editor", "VISUAL": ""}
    terminal = Terminal(folder, "review", more=more)
    terminal.until("Why is there")
    terminal.send("e")
    terminal.until("could not be started")
    terminal.send("q")
    assert terminal.end() == 0


def test_a_note_deleted_in_the_editor_is_not_asked_again(folder: Path) -> None:
    editor = folder / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i "/^## Why is there/,/^.*Source.*2.1/d" "$2"\n')
    editor.chmod(0o755)
    more = {"EDITOR": str(editor), "VISUAL": ""}
    terminal = Terminal(folder, "review", more=more)
    terminal.until("Why is there")
    terminal.send("e")
    terminal.until("bytes in kB?")
    terminal.send(":q\r")
    assert terminal.end() == 0


def test_after_ctrl_z_and_fg_the_card_is_shown_again_and_keys_work(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.process.kill(signal.SIGSTOP)
    terminal.screen.reset()
    terminal.process.kill(signal.SIGCONT)
    terminal.until("Why is there")
    terminal.send(" ")
    terminal.until("4 easy")
    terminal.send("q")
    assert terminal.end() == 0


def test_another_size_lays_the_card_out_anew(folder: Path) -> None:
    terminal = Terminal(folder, "review")
    terminal.until("Why is there")
    terminal.send("h")
    terminal.until("Think of bandwidth.")
    terminal.screen.reset()
    terminal.resize(30)
    shown = terminal.until("Think of bandwidth.")
    assert "Why is there" in shown
    assert "0 due" in shown
    assert all(len(line) <= 30 for line in shown.splitlines())
    terminal.send(" ")
    terminal.until("4 easy")
    terminal.send("3")
    terminal.until("bytes in kB?")
    terminal.resize(70)
    terminal.send(":q\r")
    assert terminal.end() == 0
    assert len(reviews(folder)) == 1


def test_marks_survive_a_redraw(folder: Path) -> None:
    terminal = Terminal(folder, "review", "small", "--limit", "4")
    terminal.until("Why is there")
    terminal.send("s")
    terminal.until("bytes in kB?")
    terminal.send(":s\r")
    terminal.until("Which one?")
    terminal.send("s")
    terminal.until("Defend it.")
    terminal.send(" ")
    terminal.until("(none)")
    terminal.send("2")
    terminal.until("(2)")
    terminal.screen.reset()
    terminal.send("\x0c")
    shown = terminal.until("(2)")
    assert "Defend it." in shown
    assert "2. fast" in shown
    terminal.send("q")
    assert terminal.end() == 0


def test_o_opens_the_card_as_a_page(folder: Path) -> None:
    page = folder / "opened.txt"
    program = folder / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$1" > {page}\n')
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    terminal = Terminal(folder, "review", more={"PATH": path})
    terminal.until("Why is there")
    terminal.send("o")
    terminal.until("card.html")
    terminal.send("q")
    assert terminal.end() == 0
    html = Path(page.read_text().strip()).read_text(encoding="utf-8")
    assert "Why is there a latent" in html
    assert "<math" in html
    assert "Because of" in html.partition("<details>")[2]
    assert "bytes in kB" not in html


def test_a_page_that_cannot_be_written_does_not_end_the_session(folder: Path) -> None:
    (folder / "full").write_text("a file where the cache would be")
    terminal = Terminal(folder, "review", more={"XDG_CACHE_HOME": str(folder / "full")})
    terminal.until("Why is there")
    terminal.send("o")
    terminal.until("cannot make")
    terminal.send("q")
    assert terminal.end() == 0


def test_the_dashboard_shows_the_year(folder: Path) -> None:
    lines = [
        json.dumps({
            "learner": "me", "card": "one", "at": f"2026-02-{day:02}T10:00:00.000Z",
            "utc_offset": 0, "kind": "review", "rating": 3, "duration_ms": 9000,
        })
        for day in (3, 26, 27, 28)
    ]  # fmt: skip
    (folder / "j.jsonl").write_text("\n".join(lines))
    assert recall(folder, "import", "journal", str(folder / "j.jsonl")).code == 0
    terminal = Terminal(folder, columns=60)
    shown = terminal.until("Next: recall review")
    assert "Answers: 0 today, 4 in a year" in shown
    assert "Study days in a row: 3, and today is still open (longest 3)" in shown
    rows = [line for line in shown.splitlines() if line[:3] in ("Tue", "Thu", "Fri", "Sat")]
    assert [row.count("█") for row in rows] == [1, 1, 1, 1]
    assert terminal.end() == 0
    assert "█" not in recall(folder).out


def test_a_placement_test_offers_what_is_known(folder: Path) -> None:
    terminal = Terminal(folder, "quiz", "--diagnose", "--seed", "1", "-n", "5")
    answers = {
        "Why is there a latent": (" ", "Enter: yes", "3"),
        "Defend it.": (" ", "(none)", "a", "(1, 2)", "\r", "Enter: yes", "\r"),
        "Which one?": ("2",),
        "Name it.": ("MLA\r",),
        "bytes in kB?": ("1\r",),
    }
    asked = 0
    while True:
        shown = terminal.until(
            lambda text, n=asked: (
                (f"Question {n + 1} of 5" in text and ends_with_prompt(text))
                or text.endswith("[Y/n]:")
            )
        )
        if "[Y/n]" in shown:
            break
        question = max(answers, key=lambda text: shown.rfind(text))
        for step in answers[question]:
            if step in (" ", "a", "\r", "3", "2", "MLA\r", "1\r"):
                terminal.send(step)
            else:
                terminal.until(step)
        asked += 1
    terminal.until("[Y/n]")
    terminal.send("\r")
    terminal.until("begun in review")
    assert terminal.end() == 0
    assert {entry["kind"] for entry in reviews(folder)} == {"import"}
