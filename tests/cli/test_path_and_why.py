"""`recall path` and `recall why`: what is locked, what is known, and why a card is not asked."""

import json
import unicodedata
from pathlib import Path

import pytest

from tests.cli.program import recall

DECK = """---
title: Caches
---

## Why is there a cache?
<!-- id: concept -->

So that keys are not computed again.

## How large is it?
<!-- id: problem -->

Large.

**Requires:** concept

## What is left?
<!-- id: cloze -->

The ==key== and the ==value==.

**Requires:** concept
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    deck = tmp_path / "decks" / "attention" / "caches.md"
    deck.parent.mkdir(parents=True)
    deck.write_text(DECK, encoding="utf-8")
    return tmp_path


def why(folder: Path, card: str, **more: str) -> dict[str, object]:
    ran = recall(folder, "why", card, "--json", more=more)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def journal(folder: Path, *days: str, card: str = "concept", rating: int = 3) -> None:
    lines = [
        json.dumps({"card": card, "at": f"{day}T09:00:00Z", "kind": "review", "rating": rating})
        for day in days
    ]
    file = folder / "j.jsonl"
    file.write_text("\n".join(lines))
    assert recall(folder, "import", "journal", str(file)).code == 0


def test_a_locked_card_names_what_it_waits_for(small: Path) -> None:
    found = why(small, "problem")
    assert found["reason"] == "locked"
    assert found["missing"] == [{"note": "concept", "phase": "new", "stability": None}]
    assert "concept: not begun" in recall(small, "why", "problem").out


def test_a_card_opens_when_what_it_requires_is_known(small: Path) -> None:
    journal(small, "2026-02-01", "2026-02-03", "2026-02-12")
    assert why(small, "problem")["reason"] == "asked-new"


def test_the_reasons_of_a_card(small: Path) -> None:
    assert why(small, "concept")["reason"] == "asked-new"
    assert why(small, "concept", RECALL_NEW_PER_DAY="0")["reason"] == "limit"
    recall(small, "set-due", "concept", "+4")
    assert why(small, "concept")["reason"] == "waits"
    recall(small, "bury", "concept")
    assert why(small, "concept")["reason"] == "buried"
    recall(small, "suspend", "concept")
    assert why(small, "concept")["reason"] == "suspended"


def test_a_sibling_waits_for_the_other(small: Path) -> None:
    recall(small, "suspend", "concept")
    assert why(small, "cloze/c1")["reason"] == "asked-new"
    assert why(small, "cloze/c2")["reason"] == "sibling"


def test_a_card_for_later_says_when_and_how_that_day_came_about(small: Path) -> None:
    journal(small, "2026-02-01", "2026-02-03", "2026-02-28")
    found = why(small, "concept")
    assert found["reason"] == "later"
    assert found["due"] > "2026-03-01"
    assert 0.8 < found["retrievability_due"] < 0.99
    out = recall(small, "why", "concept").out
    assert f"due on {found['due']}" in out
    assert "desired 90%" in out


def test_a_deck_s_own_retention_is_named(small: Path) -> None:
    journal(small, "2026-02-01", "2026-02-03", "2026-02-28")
    recall(small, "config", "set", "desired_retention", "0.95", "--pillar", "attention")
    found = why(small, "concept")
    assert (found["desired_retention"], found["desired_retention_of"]) == (0.95, "attention")
    recall(small, "config", "set", "desired_retention", "0.8", "--deck", "attention/caches")
    assert why(small, "concept")["desired_retention_of"] == "attention/caches"


def test_a_leech_is_called_one(small: Path) -> None:
    journal(small, *[f"2026-02-{day:02}" for day in range(1, 19)])
    assert why(small, "concept")["leech"] is False
    for day in range(2, 19, 2):
        journal(small, f"2026-02-{day:02}", rating=1)
    found = why(small, "concept")
    assert found["lapses"] >= 8
    assert found["leech"] is True
    assert why(small, "concept", RECALL_LEECH_AFTER="20")["leech"] is False


def test_a_reason_in_chinese(small: Path) -> None:
    assert "尚未解锁" in recall(small, "why", "problem", more={"RECALL_LANG": "zh"}).out


def test_the_path_counts_what_is_open_and_locked(small: Path) -> None:
    journal(small, "2026-02-01", "2026-02-03", "2026-02-12")
    (pillar,) = json.loads(recall(small, "path", "--json").out)["pillars"]
    (deck,) = pillar["decks"]
    standings = {note["note"]: note["standing"] for note in deck["notes"]}
    assert standings == {"concept": "mature", "problem": "open", "cloze": "open"}
    assert deck["mature"] == pytest.approx(1 / 3)
    assert 0.25 < pillar["mastery"] <= 1 / 3


def test_a_locked_note_says_what_it_waits_for(small: Path) -> None:
    out = recall(small, "path", "caches").out
    assert "waits for concept" in out


def test_without_a_name_the_path_shows_no_notes(small: Path) -> None:
    assert "Why is there a cache" not in recall(small, "path").out
    assert "Why is there a cache" in recall(small, "path", "--notes").out


@pytest.mark.parametrize("columns", ["44", "80", "120"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_path_fits_the_screen(compiled: Path, columns: str, lang: str) -> None:
    more = {"COLUMNS": columns}
    out = recall(compiled, "path", "--notes", "--lang", lang, more=more).out
    assert len(out.splitlines()) > 40
    for line in out.splitlines():
        wide = sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in line)
        assert wide <= min(100, int(columns)), line


def test_the_path_in_ascii(small: Path) -> None:
    out = recall(small, "path", "--notes", more={"RECALL_ASCII": "true"}).out
    assert out.isascii()


def test_a_pillar_may_be_named_as_a_deck(compiled: Path) -> None:
    out = recall(compiled, "path", "training", "--json").out
    assert [p["pillar"] for p in json.loads(out)["pillars"]] == ["training"]


def test_whoever_asks_for_new_cards_by_number_gets_locked_ones_too(workspace: Path) -> None:
    first = recall(workspace, "review", "kv-cache", stdin="3\n" * 40)
    assert "answers: " in first.out
    assert "`recall review --new 5` asks some all the same" in " ".join(first.out.split())
    more = recall(workspace, "review", "kv-cache", "--new", "4", stdin="\n" * 40)
    assert "Cards: 4" in more.out or "Cards: 5" in more.out
