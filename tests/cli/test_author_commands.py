"""The commands of an author: output, exit codes, and what they leave behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.program import environment, recall
from tests.e2e.terminal import heed_interrupts

DECK = "## One?\n\n1\n\n## The ==a== of ==b==\n"
LOOSE = "## One?\n<!-- id: one -->\n\n1\n**why**: because\n"


def workspace_with(folder: Path, text: str) -> Path:
    path = folder / "decks" / "p" / "small.md"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_stamp_says_what_it_wrote(tmp_path: Path) -> None:
    workspace_with(tmp_path, DECK)
    assert recall(tmp_path, "stamp").out == "decks/p/small.md: 2 ids, 2 cloze numbers\n"
    ran = recall(tmp_path, "stamp")
    assert (ran.code, ran.out) == (0, "")
    assert "Nothing to stamp" in ran.err


def test_a_dry_run_prints_places_and_texts(tmp_path: Path) -> None:
    path = workspace_with(tmp_path, DECK)
    ran = recall(tmp_path, "stamp", "--dry-run", str(path))
    assert ran.out.startswith("decks/p/small.md:2: <!-- id: one-")
    assert path.read_text() == DECK


def test_the_shipped_decks_are_not_stamped(tmp_path: Path) -> None:
    ran = recall(tmp_path, "stamp")
    assert ran.code == 2
    assert "read only" in ran.err


def test_fmt_check_exits_with_three_and_lists_the_files(tmp_path: Path) -> None:
    path = workspace_with(tmp_path, LOOSE)
    ran = recall(tmp_path, "fmt", "--check")
    assert (ran.code, ran.out) == (3, "decks/p/small.md\n")
    assert path.read_text() == LOOSE
    assert recall(tmp_path, "fmt").code == 0
    assert recall(tmp_path, "fmt", "--check").code == 0


def test_search_as_json(compiled: Path) -> None:
    data = json.loads(recall(compiled, "search", "潜在注意力", "--json").out)
    assert data["schema"] == "recall.search/1"
    assert data["total"] == len(data["cards"])
    assert {"id", "pillar", "title", "snippet", "lang", "score"} <= set(data["cards"][0])


def test_search_shows_id_pillar_and_title(compiled: Path) -> None:
    first = recall(compiled, "search", "kv", "cache", "-n", "1").out.splitlines()[0]
    assert first.startswith("kv-")
    assert "[attention]" in first


def test_search_for_nothing_that_is_there(compiled: Path) -> None:
    ran = recall(compiled, "search", "zebra")
    assert (ran.code, ran.out) == (0, "")
    assert "No card holds “zebra”" in ran.err


def test_search_knows_its_pillars(compiled: Path) -> None:
    ran = recall(compiled, "search", "cache", "--pillar", "atention")
    assert ran.code == 2
    assert "Did you mean “attention”?" in ran.err


def test_two_languages_stand_under_each_other_in_a_narrow_terminal(compiled: Path) -> None:
    out = recall(compiled, "show", "kv-why-cache", "--lang", "en,zh").out
    assert out.index("Why does a decoder") < out.index("解码器为什么")
    assert not any("Answer" in line and "答案" in line for line in out.splitlines())


def test_two_languages_stand_side_by_side_in_a_wide_one(compiled: Path) -> None:
    wide = {"COLUMNS": "140"}
    out = recall(compiled, "show", "kv-why-cache", "--lang", "en,zh", more=wide).out
    assert any("Why does a decoder" in line and "解码器为什么" in line for line in out.splitlines())


def test_two_languages_as_json_have_the_same_numbers(compiled: Path) -> None:
    out = recall(compiled, "show", "kv-cache-batch", "--lang", "en,zh", "--json").out
    card = json.loads(out)
    english, chinese = card["languages"]["en"], card["languages"]["zh"]
    assert (card["lang"], card["question"]) == ("en", english["question"])
    assert english["answer"].splitlines()[0] == chinese["answer"].splitlines()[0]
    assert english["question"] != chinese["question"]


def test_a_language_that_a_card_lacks_is_named(compiled: Path) -> None:
    ran = recall(compiled, "show", "kv-why-cache", "--lang", "en,de")
    assert ran.code == 0
    assert "no words in de" in ran.err


def test_new_refuses_a_type_that_does_not_exist(tmp_path: Path) -> None:
    workspace_with(tmp_path, DECK)
    ran = recall(tmp_path, "new", "note", "small", "--type", "essay")
    assert ran.code == 2


def test_watch_once_exits_with_three_on_errors(tmp_path: Path) -> None:
    path = workspace_with(tmp_path, DECK)
    ran = recall(tmp_path, "watch", "--once")
    assert ran.code == 0
    assert "2 new, 0 unchanged: 0 errors, 0 warnings." in ran.out
    path.write_text(DECK + "\n## No answer\n")
    ran = recall(tmp_path, "watch", "--once")
    assert ran.code == 3
    assert "decks/p/small.md:7:4: E402" in ran.out


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is a POSIX signal here")
def test_watch_prints_what_a_save_breaks_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    path = workspace_with(tmp_path, DECK)
    process = subprocess.Popen(
        [sys.executable, "-m", "recall", "watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(tmp_path),
        preexec_fn=heed_interrupts,
    )
    assert process.stdout is not None
    seen = process.stdout.readline().decode()
    path.write_text(DECK + "\n## No answer\n")
    deadline = time.monotonic() + 30
    while "1 error" not in seen and time.monotonic() < deadline:
        seen += process.stdout.readline().decode()
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    process.stdout.close()
    assert "E402" in seen
