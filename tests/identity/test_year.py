"""Two months of edits to decks without ids (the whole year is in bench/year_of_edits.py)."""

from pathlib import Path

import pytest

from bench.year_of_edits import Tally, Year


@pytest.mark.parametrize("seed", [11, 12])
def test_no_edit_costs_a_note_its_journal(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    year = Year(tmp_path / "home", seed)
    year.compile(Tally(), "the first compile")
    for _ in range(2):
        tally = year.month()
        assert tally.lost == []
        assert tally.kept > 100
