"""A problem that held for every variant is not proved again, and nothing else changes."""

import threading
from pathlib import Path

import pytest

from recall.app.proofs import KEPT, engine_version, remembered
from recall.cardtypes.bodies.numeric import NumericBody
from recall.diagnostics import Diagnostic
from recall.numeric.problem import Problem
from recall.numeric.proof import prove
from tests.cardtypes.notes import drafts

SOUND = "`answer = a * 3` GB"
UNSOUND = "`answer = 1 / (a - 3)` GB"


def problem(step: str) -> Problem:
    """A problem with this step."""
    (draft,) = drafts(
        f"## How much?\n\nFor {{{{a}}}}?\n\n**Given**\n\n- `a` from 1..10\n\n"
        f"**Steps**\n\n1. So: {step}\n"
    )
    assert isinstance(draft.body, NumericBody)
    return draft.body.problem


class Runs:
    """Runs of a program that proves one problem; `proved` counts the proofs really made."""

    def __init__(self) -> None:
        self.proved = 0

    def __call__(self, path: Path, step: str, engine: str = "1") -> list[str]:
        with remembered(path, engine=engine, prove=self._prove) as prover:
            return [d.code.id for d in prover(problem(step))]

    def _prove(self, one: Problem) -> tuple[Diagnostic, ...]:
        self.proved += 1
        return prove(one)


@pytest.fixture
def run() -> Runs:
    """A program that has proved nothing yet."""
    return Runs()


def test_an_unchanged_problem_is_proved_once(tmp_path: Path, run: Runs) -> None:
    assert run(tmp_path / "new" / "p.txt", SOUND) == run(tmp_path / "new" / "p.txt", SOUND) == []
    assert run.proved == 1


@pytest.mark.parametrize("other", [SOUND.replace("3", "4"), SOUND + " ± 2%", SOUND + " exact"])
def test_a_changed_problem_is_proved_again(tmp_path: Path, run: Runs, other: str) -> None:
    run(tmp_path / "p.txt", SOUND)
    run(tmp_path / "p.txt", other)
    assert run.proved == 2


def test_another_engine_proves_again(tmp_path: Path, run: Runs) -> None:
    for engine in ("1", "2", "1", "2"):
        run(tmp_path / "p.txt", SOUND, engine)
    assert run.proved == 2


def test_what_fails_is_told_every_time(tmp_path: Path, run: Runs) -> None:
    first = run(tmp_path / "p.txt", UNSOUND)
    assert "E520" in first
    assert run(tmp_path / "p.txt", UNSOUND) == first
    assert not (tmp_path / "p.txt").exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00" * 50, b"[1, 2", b"x" * 10_000_000])
def test_a_spoilt_file_is_no_file(tmp_path: Path, run: Runs, content: bytes) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(content)
    assert run(path, SOUND) == []
    assert run.proved == 1
    run(path, SOUND)
    assert run.proved == 1
    assert path.stat().st_size < 100


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path, run: Runs) -> None:
    (tmp_path / "file").write_text("no folder")
    for path in (tmp_path / "file" / "p.txt", tmp_path):
        assert run(path, SOUND) == []
    assert run.proved == 2
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_writers_at_once_leave_a_whole_file(tmp_path: Path, run: Runs) -> None:
    path = tmp_path / "p.txt"
    each = [
        threading.Thread(target=run, args=(path, SOUND.replace("3", str(n)))) for n in range(4, 12)
    ]
    for thread in each:
        thread.start()
    for thread in each:
        thread.join()
    lines = path.read_text().splitlines()
    assert lines
    assert {len(line) for line in lines} == {32}
    assert [p.name for p in tmp_path.iterdir()] == ["p.txt"]


def test_the_file_stays_small(tmp_path: Path, run: Runs) -> None:
    path = tmp_path / "p.txt"
    path.write_text("\n".join(f"{n:032x}" for n in range(2 * KEPT)))
    run(path, SOUND)
    lines = path.read_text().splitlines()
    assert len(lines) == KEPT
    run(path, SOUND)
    assert run.proved == 1


def test_the_engine_is_known_by_its_source() -> None:
    assert len(engine_version()) == 64
