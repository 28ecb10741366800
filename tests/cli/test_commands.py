"""Commands as a person or a script meets them: output, exit codes, JSON shapes."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from recall.cli.commands import COMMANDS
from tests.cli.program import environment, recall

BATCH = "L=80 n_q=64 n_kv=8 d=128 S=131072 B=1 dtype=BF16"


def imported(folder: Path, *arguments: str) -> set[str]:
    """The modules that a run imports."""
    code = (
        "import sys\nfrom recall.cli.main import execute\n"
        f"execute({list(arguments)!r})\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment(folder),
        timeout=60,
        check=True,
    )
    return set(done.stderr.split())


HEAVY = ("sqlalchemy", "alembic", "genanki", "rich.markdown", "numpy", "fsrs", "markdown_it")


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("due",), ("due", "--json")])
def test_quick_commands_import_nothing_heavy(compiled: Path, arguments: tuple[str, ...]) -> None:
    assert imported(compiled, *arguments).isdisjoint(HEAVY)


def test_help_lists_every_command_with_its_own_first_line(compiled: Path) -> None:
    shown = recall(compiled, "--help").out
    for command in COMMANDS:
        assert (f"\n  {command.name} " in shown) is not command.hidden
        assert recall(compiled, command.name, "-h").code == 0


def test_an_unknown_command_suggests_the_nearest(compiled: Path) -> None:
    ran = recall(compiled, "reveiw")
    assert ran.code == 2
    assert "Did you mean “review”?" in ran.err
    assert ran.out == ""


def test_an_unknown_card_suggests_the_nearest(compiled: Path) -> None:
    ran = recall(compiled, "show", "kv-cache-bacth")
    assert ran.code == 2
    assert "Did you mean “kv-cache-batch”?" in ran.err


def test_the_beginning_of_an_id_is_enough_if_it_is_unique(compiled: Path) -> None:
    assert "kv-cache-batch" in recall(compiled, "show", "kv-cache-b").out
    assert "may mean" in recall(compiled, "show", "mla-").err


def test_solve_says_forty_gib(compiled: Path) -> None:
    ran = recall(compiled, "solve", "kv-cache-batch", "--set", BATCH)
    assert "40 GiB (42.95 GB)" in ran.out


def test_solve_as_json(compiled: Path) -> None:
    ran = recall(compiled, "solve", "kv-cache-batch", "--set", BATCH, "--json")
    data = json.loads(ran.out)
    assert data["schema"] == "recall.solve/1"
    assert data["parameters"]["L"] == 80
    assert data["parameters"]["dtype"] == "BF16"
    assert data["answer"] == {"value": 40.0, "exact": "40", "unit": "GiB", "tolerance": "± 1%"}
    assert data["steps"][0]["substituted"] == "2 * 80 * 8 * 128 * 2"
    assert data["mistakes"][0]["value"] == 20.0


@pytest.mark.parametrize(
    ("answer", "verdict", "rating"),
    [
        ("42.95 GB", "right", 3),
        ("40 GiB", "right", 3),
        ("４０", "right", 3),
        ("20 GiB", "mistake", 1),
        ("41 GiB", "wrong", 1),
        ("40 gib", "ask", None),
        ("forty", "ask", None),
    ],
)
def test_try_grades(compiled: Path, answer: str, verdict: str, rating: int | None) -> None:
    ran = recall(compiled, "try", "kv-cache-batch", "--set", BATCH, "--answer", answer, "--json")
    data = json.loads(ran.out)
    assert (data["verdict"], data["suggested_rating"]) == (verdict, rating)


def test_a_known_mistake_is_named(compiled: Path) -> None:
    ran = recall(compiled, "try", "kv-cache-batch", "--set", BATCH, "--answer", "20 GiB")
    assert "you counted the keys but not the values" in ran.out


def test_solve_refuses_a_parameter_that_does_not_exist(compiled: Path) -> None:
    ran = recall(compiled, "solve", "kv-cache-batch", "--set", "n_k=8")
    assert ran.code != 0
    assert "n_kv" in ran.err


def test_solve_is_for_problems(compiled: Path) -> None:
    ran = recall(compiled, "solve", "kv-why-cache")
    assert ran.code == 2
    assert "no numbers" in ran.err


def test_show_as_json(compiled: Path) -> None:
    data = json.loads(recall(compiled, "show", "kv-why-cache", "--json").out)
    assert data["schema"] == "recall.show/1"
    assert data["deck"] == "attention/kv-cache"
    assert data["state"]["phase"] == "new"
    assert "problem" not in data


def test_show_in_chinese(compiled: Path) -> None:
    data = json.loads(recall(compiled, "show", "kv-why-cache", "--lang", "zh", "--json").out)
    assert data["lang"] == "zh"
    assert any("\u4e00" <= character <= "\u9fff" for character in data["question"])


def test_due_as_json(compiled: Path) -> None:
    more = {"RECALL_NEW_ORDER": "deck"}
    data = json.loads(recall(compiled, "due", "--json", more=more).out)
    assert data["schema"] == "recall.due/1"
    assert data["now"].startswith("2026-03-01T10:00:00")
    assert data["study_day"] == 20513
    assert data["new_available"] == 10
    assert {p["pillar"] for p in data["by_pillar"]} == {
        "moe", "attention", "k3", "training", "posttraining", "reading",
    }  # fmt: skip


def test_due_may_tell_by_its_exit_code(workspace: Path) -> None:
    assert recall(workspace, "due", "--exit-code").code == 0
    recall(workspace, "review", "--limit", "1", stdin="1\n")
    assert recall(workspace, "due", "--exit-code").code == 10


def test_compile_as_json(workspace: Path) -> None:
    data = json.loads(recall(workspace, "compile", "--json").out)
    assert data["schema"] == "recall.compile/1"
    assert data["unchanged"] == data["notes"]
    assert data["diagnostics"] == {"errors": 0, "warnings": 0}


def test_check_as_json_and_for_github(tmp_path: Path) -> None:
    deck = tmp_path / "decks" / "p" / "d.md"
    deck.parent.mkdir(parents=True)
    deck.write_text("## Good?\n\nyes\n\n## Bad?\n", encoding="utf-8")
    ran = recall(tmp_path, "check", "--format", "json")
    assert ran.code == 3
    (found,) = json.loads(ran.out)["diagnostics"]
    assert (found["path"], found["line"], found["code"]) == ("decks/p/d.md", 5, "E402")
    github = recall(tmp_path, "check", "--format", "github").out
    assert github.startswith("::error file=decks/p/d.md,line=5,col=4,title=E402::")
    assert not (tmp_path / ".recall").exists()


def test_a_check_points_at_the_place(tmp_path: Path) -> None:
    deck = tmp_path / "decks" / "p" / "d.md"
    deck.parent.mkdir(parents=True)
    deck.write_text("## 为什么 Bad?\n", encoding="utf-8")
    lines = recall(tmp_path, "check").out.splitlines()
    assert lines[0].startswith("decks/p/d.md:1:4: E402")
    assert lines[1] == "  | ## 为什么 Bad?"
    assert lines[2] == "  |    " + "^" * 11
    assert lines[3].startswith("  next: ")


def test_a_check_of_one_file_reports_on_that_file(compiled: Path, tmp_path: Path) -> None:
    path = compiled / "decks" / "moe" / "routing.md"
    ran = recall(compiled, "check", str(path), "--format", "json")
    assert json.loads(ran.out)["files"] == 1
    outside = tmp_path / "note.md"
    outside.write_text("## Bad?\n", encoding="utf-8")
    assert recall(compiled, "check", str(outside)).code == 3
    assert recall(compiled, "check", "missing.md").code == 2


def test_a_broken_deck_leaves_the_rest_reviewable(workspace: Path) -> None:
    broken = workspace / "decks" / "moe" / "broken.md"
    broken.write_text("## Bad?\n\n```\nnever closed\n", encoding="utf-8")
    ran = recall(workspace, "review", "--limit", "1", stdin="3\n")
    assert ran.code == 0
    assert "1 error in the decks" in ran.err
    assert "answers: 1" in ran.out


def test_explain_prints_a_code(compiled: Path) -> None:
    assert "two notes with one id" in recall(compiled, "explain", "e601").out
    assert recall(compiled, "explain", "E9999").code == 2


def test_a_store_of_a_newer_program_is_refused(workspace: Path) -> None:
    with sqlite3.connect(workspace / ".recall" / "recall.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for command in ("review", "doctor", "undo"):
        ran = recall(workspace, command, stdin="3\n")
        assert ran.code == 4
        assert ran.out == ""
        assert len(ran.err.splitlines()) == 2


def test_a_store_that_is_no_database_is_one_clear_line(workspace: Path) -> None:
    store = workspace / ".recall" / "recall.db"
    for extra in workspace.glob(".recall/recall.db-*"):
        extra.unlink()
    store.write_bytes(b"not a database at all" * 100)
    ran = recall(workspace, "review", stdin="3\n")
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 2
    assert store.read_bytes().startswith(b"not a database")


def test_undo_history_and_doctor(workspace: Path) -> None:
    recall(workspace, "review", "--limit", "2", stdin="4\n4\n4\n4\n")
    assert "no difference" in recall(workspace, "doctor").out
    undone = recall(workspace, "undo").out
    assert undone.startswith("Undone: the review")
    assert recall(workspace, "doctor").code == 0
    assert "nothing to undo" in (recall(workspace, "undo") and recall(workspace, "undo")).out


def test_entries_by_hand_are_undoable(workspace: Path) -> None:
    assert recall(workspace, "suspend", "kv-why-cache").code == 0
    assert json.loads(recall(workspace, "show", "kv-why-cache", "--json").out)["state"]["suspended"]
    assert "Undone: suspend" in recall(workspace, "undo").out


def test_the_store_can_be_copied(workspace: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    assert recall(workspace, "backup", str(target)).code == 0
    assert recall(workspace, "backup", str(target)).code == 2
    assert recall(workspace, "--database", str(target), "due").code == 0


def test_settings_are_told(workspace: Path) -> None:
    (workspace / "recall.toml").write_text('day_start = "05:00"\n')
    assert recall(workspace, "config", "get", "day_start").out == '"05:00"\n'
    assert str(workspace) in recall(workspace, "config", "path").out
    (workspace / "recall.toml").write_text("lang = 3\n")
    ran = recall(workspace, "config", "check")
    assert ran.code == 1
    assert "recall.toml" in ran.err


def test_completion_scripts_are_printed(compiled: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_RECALL_COMPLETE" in recall(compiled, "completion", shell).out


LATER = (
    "sqlalchemy",
    "fsrs",
    "yaml",
    "recall.session.machine",
    "recall.scheduling.scheduler",
    "recall.numeric",
    "recall.render.box",
    "recall.cli.playing",
    "recall.deck.parser",
)
"""What is loaded while the learner reads the first question, unless it needs it."""


def test_the_first_question_needs_little(workspace: Path) -> None:
    watch = (
        "import sys\n"
        "from recall.app.choosing import Choice\n"
        "from recall.cli.context import Context\n"
        "from recall.cli import review\n"
        "from recall.cli.view import View\n"
        "context = Context()\n"
        "with context.desk(lang='zh') as desk:\n"
        "    opening = desk.open_session(Choice())\n"
        "    view = View.of(context, lang='zh', pillars=desk.pillar_titles())\n"
        "    view.ask(opening.deal, left=view.left(opening.queue.counts))\n"
        f"    early = [name for name in {LATER!r} if name in sys.modules]\n"
        "    desk.start(Choice(), opening)\n"
        "    desk.store\n"
        "print(early, 'sqlalchemy' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", watch],
        env=environment(workspace),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.strip() == "[] True"
    assert "FLOPs" in done.stdout


def test_the_store_is_brought_up_to_date_on_request(tmp_path: Path) -> None:
    first = recall(tmp_path, "db", "upgrade")
    assert (first.code, first.err) == (0, "")
    assert (tmp_path / ".recall" / "recall.db").is_file()
    assert recall(tmp_path, "db", "upgrade").out == "The store is up to date.\n"


def test_the_users_own_settings_count_in_every_workspace(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    assert recall(tmp_path, "config", "set", "--user", "lang", "zh").code == 0
    assert list((tmp_path / "home").rglob("config.toml"))
    assert "zh" in recall(tmp_path, "config", "get", "lang").out
