"""`recall stats`: the figures of a journal, as a page and as JSON."""

import json
import unicodedata
from pathlib import Path

import pytest

from tests.cli.program import recall

LINES = [
    ("2026-02-01", 3, None),
    ("2026-02-03", 3, None),
    ("2026-02-12", 1, "you counted the keys but not the values"),
    ("2026-02-28", 3, None),
    ("2026-03-01", 4, None),
]


def journal(card: str) -> str:
    return "".join(
        json.dumps(
            {
                "learner": "me",
                "card": card,
                "at": f"{day}T09:00:00.000Z",
                "utc_offset": 0,
                "kind": "review",
                "rating": rating,
                "duration_ms": 30_000,
                "mistake": mistake,
            }
        )
        + "\n"
        for day, rating, mistake in LINES
    )


@pytest.fixture
def studied(workspace: Path) -> Path:
    file = workspace / "journal.jsonl"
    file.write_text(journal("kv-cache-batch"))
    assert recall(workspace, "import", "journal", str(file)).code == 0
    return workspace


def test_the_figures_as_json(studied: Path) -> None:
    found = json.loads(recall(studied, "stats", "--json").out)
    everything, today = found["periods"][-1], found["periods"][0]
    assert (everything["answers"], everything["milliseconds"], today["answers"]) == (5, 150_000, 1)
    asked = everything["young"]["asked"] + everything["mature"]["asked"]
    recalled = everything["young"]["recalled"] + everything["mature"]["recalled"]
    assert (asked, recalled) == (4, 3)
    assert [pillar["pillar"] for pillar in found["by_pillar"]] == ["attention"]
    assert found["mistakes"] == [{"message": LINES[2][2], "count": 1}]


def test_the_page_says_what_was_recalled(studied: Path) -> None:
    page = recall(studied, "stats").out
    assert "all             5        2 min     75%" in page
    assert "1 × you counted the keys but not the values" in page


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_fits_a_narrow_screen(studied: Path, lang: str) -> None:
    page = recall(studied, "stats", more={"RECALL_LANG": lang}).out.splitlines()
    wide = [sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in line) for line in page[:6]]
    assert max(wide) <= 44
    assert len({*wide[1:4]}) == 1, "the columns stand below each other"


def test_without_answers_it_says_so(workspace: Path) -> None:
    assert recall(workspace, "stats").out == "No answers yet.\n"
