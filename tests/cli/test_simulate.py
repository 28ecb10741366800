"""`recall simulate`: workload against knowledge, from the learner's real state."""

import json
from pathlib import Path

from tests.cli.program import recall


def test_the_rows_are_every_retention_with_every_number_of_new_cards(compiled: Path) -> None:
    ran = recall(
        compiled, "simulate", "--days", "40", "--retention", "0.8,0.9", "--new", "2,5", "--json"
    )
    found = json.loads(ran.out)
    rows = [(row["new_per_day"], row["desired_retention"]) for row in found["rows"]]
    assert rows == [(2, 0.8), (2, 0.9), (5, 0.8), (5, 0.9)]
    assert all(len(row["reviews_by_day"]) == 40 for row in found["rows"])


def test_the_same_seed_prints_the_same(compiled: Path) -> None:
    ask = ("simulate", "--days", "30", "--seed", "7")
    assert recall(compiled, *ask).out == recall(compiled, *ask).out


def test_a_bad_number_is_named(compiled: Path) -> None:
    ran = recall(compiled, "simulate", "--retention", "0.9,x")
    assert ran.code == 2
    assert "x is no number from 0.7 to 0.99" in ran.err


def test_the_cost_of_the_exam(workspace: Path) -> None:
    assert recall(workspace, "simulate", "--exam").code == 2
    recall(workspace, "config", "set", "exam", "2026-06-01", "--target", "0.97")
    found = json.loads(recall(workspace, "simulate", "--exam", "--json").out)
    assert found["exam"]["day"] == "2026-06-01"
    assert found["planned"]["recall"] > found["usual"]["recall"]
    assert found["planned"]["reviews"] < found["constant"]["reviews"]
