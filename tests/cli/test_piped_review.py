"""Sessions from a pipe, and what is left of them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.program import environment, recall

LINES = "".join(f"{line}\n" for line in ["3", "4", "1", "2", "40 GiB", "a", "MLA", "1,2", ""] * 8)


def journal(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in recall(folder, "export", "journal").out.splitlines()]


IN_DECK_ORDER = {"RECALL_NEW_ORDER": "deck"}


def test_the_same_lines_make_the_same_journal_but_for_ids(tmp_path: Path) -> None:
    journals = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        more = {"RECALL_NEW_PER_DAY": "40"}
        ran = recall(folder, "review", "--limit", "20", stdin=LINES, more=more)
        assert ran.code == 0, ran.err
        entries = journal(folder)
        for entry in entries:
            assert entry.pop("id")
        journals.append(entries)
    assert len(journals[0]) == 20
    assert journals[0] == journals[1]


def test_the_end_of_the_input_ends_the_session_with_its_summary(workspace: Path) -> None:
    # The second card wants text: one wrong try is no answer yet.
    ran = recall(workspace, "review", "moe/routing", stdin="3\n3\n", more=IN_DECK_ORDER)
    assert ran.code == 0
    assert "answers: 1" in ran.out
    assert ran.out.rstrip().endswith("`recall review` goes on.")


def test_without_any_input_the_due_cards_are_listed(workspace: Path) -> None:
    ran = recall(workspace, "review")
    assert ran.code == 0
    assert ran.out == recall(workspace, "due").out
    assert journal(workspace) == []


def test_crlf_a_byte_order_mark_and_chinese_input_are_fine(workspace: Path) -> None:
    lines = "\ufeff3\r\n３\r\n中文\r\n4\r\n"
    ran = recall(workspace, "review", "--limit", "3", stdin=lines)
    assert ran.code == 0
    assert "Traceback" not in ran.err


def test_commands_work_as_lines(workspace: Path) -> None:
    ran = recall(workspace, "review", stdin=":s\n:b\n:x\n:f\n:?\n:u\n:q\n3\n")
    assert ran.code == 0
    kinds = [entry["kind"] for entry in journal(workspace)]
    assert sorted(kinds) == ["bury", "flag", "suspend", "undo"]


def test_a_session_in_chinese(workspace: Path) -> None:
    ran = recall(workspace, "review", "attention/kv-cache", "--lang", "zh", stdin="3\n")
    assert "待复习" in ran.out
    assert "出处" in ran.out


def test_limits_hold_across_runs(workspace: Path) -> None:
    more = {"RECALL_NEW_PER_DAY": "3"}
    for _ in range(3):
        recall(workspace, "review", stdin="4\n1\n" * 40, more=more)
    reviewed = {entry["card"] for entry in journal(workspace)}
    assert len(reviewed) == 3


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX signal")
def test_a_killed_session_loses_no_confirmed_answer(workspace: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "recall", "review", "attention/kv-cache"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(workspace, IN_DECK_ORDER),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    confirmed = 0
    os.set_blocking(process.stdout.fileno(), False)
    seen = b""
    process.stdin.write(b"4\n4\n4\n4\n")
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and confirmed < 2:
        seen += process.stdout.read() or b""
        # Every question but the first is printed after the answer before it was written.
        confirmed = seen.count(b" new \xe2\x94\x80") - 1
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    assert confirmed >= 2
    assert len(journal(workspace)) >= confirmed
    assert "no difference" in recall(workspace, "doctor").out
