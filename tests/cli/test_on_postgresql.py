"""The whole program on a PostgreSQL server."""

from pathlib import Path

from tests.cli.program import recall


def test_a_class_shares_one_database(tmp_path: Path, postgres: str) -> None:
    more = {"RECALL_DATABASE_URL": postgres}

    def run(*arguments: str, stdin: str | None = None) -> str:
        ran = recall(tmp_path, *arguments, stdin=stdin, more=more)
        assert ran.code == 0, ran.err
        return ran.out

    assert " decks, " in run("compile")
    run("review", "--limit", "2", stdin="4\n" * 9)
    run("--learner", "ada", "review", "--limit", "1", stdin="1\n")
    mine = run("export", "journal").splitlines()
    assert len(mine) == 2
    assert all('"learner":"me"' in line for line in mine)
    assert "1 card due" in run("--learner", "ada", "due")
    assert "no difference" in run("doctor")
    assert run("undo").startswith("Undone: the review")
    assert not (tmp_path / ".recall").exists()
