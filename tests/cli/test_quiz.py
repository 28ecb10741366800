"""`recall quiz`: a scored test that leaves the schedule alone."""

import json
from pathlib import Path

import pytest

from tests.cli.program import Ran, recall

LINES = "3\n1\n2\n4 GB\n1,2\n3\n0.5\nMLA\n" * 12


def quiz(folder: Path, *options: str, stdin: str = LINES) -> Ran:
    return recall(folder, "quiz", "--seed", "7", *options, stdin=stdin)


def result(folder: Path, *options: str, stdin: str = LINES) -> dict:
    ran = quiz(folder, *options, "--json", stdin=stdin)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def entries(folder: Path) -> list[str]:
    return recall(folder, "export", "journal", "-").out.splitlines()


def test_the_same_seed_asks_the_same_with_the_same_numbers(workspace: Path) -> None:
    first, second = (result(workspace, "-n", "12") for _ in range(2))
    asked = [[(i["id"], i["variant"]) for i in r["items"]] for r in (first, second)]
    assert asked[0] == asked[1]
    assert len(asked[0]) == 12
    assert len({i["pillar"] for i in first["items"]}) > 3


def test_without_commit_nothing_is_written(workspace: Path) -> None:
    before = entries(workspace)
    assert result(workspace, "-n", "8")["committed"] == 0
    assert entries(workspace) == before


def test_with_commit_the_answers_are_reviews(workspace: Path) -> None:
    found = result(workspace, "-n", "8", "--commit")
    assert found["committed"] == found["answered"] > 4
    written = [json.loads(line) for line in entries(workspace)]
    given = [(i["id"], i["rating"]) for i in found["items"] if i["right"] is not None]
    assert [(e["card"], e["rating"]) for e in written] == given
    assert "no difference" in recall(workspace, "doctor").out
    assert recall(workspace, "undo").code == 0


def test_a_graded_answer_is_good_or_again(workspace: Path) -> None:
    found = result(workspace, "-n", "30")
    graded = [i for i in found["items"] if i["type"] in ("numeric", "choice", "typed")]
    assert graded
    assert {(i["right"], i["rating"]) for i in graded} <= {(True, 3), (False, 1), (None, None)}


def test_the_numbers_are_not_those_of_the_next_review(workspace: Path) -> None:
    found = result(workspace, "kv-cache", "-n", "30")
    for item in found["items"]:
        if item["variant"] is not None:
            shown = json.loads(recall(workspace, "show", item["id"], "--json").out)
            assert item["variant"] != shown["problem"]["variant"] or item["variant"] > 10


def test_verdicts_are_held_back_until_the_end(workspace: Path) -> None:
    out = quiz(workspace, "kv-cache", "-n", "6").out
    assert "✗" not in out[: out.index("Question 6 of 6")]
    practice = quiz(workspace, "kv-cache", "-n", "6", "--practice").out
    assert "✗" in practice[: practice.index("Question 6 of 6")]


def test_the_end_of_the_input_ends_the_quiz(workspace: Path) -> None:
    found = result(workspace, "-n", "10", stdin="3\n")
    assert found["asked"] == 10
    assert found["answered"] <= 1


def test_nothing_at_all_is_fine(workspace: Path) -> None:
    ran = quiz(workspace, stdin="")
    assert ran.code == 0
    assert "Without an answer: 20" in ran.out


def test_when_the_time_is_over_the_rest_is_unanswered(workspace: Path) -> None:
    found = result(workspace, "-n", "10", "--minutes", "0.0002")
    assert 0 < found["answered"] < 10


def test_commands_that_change_cards_do_nothing_in_a_quiz(workspace: Path) -> None:
    found = result(workspace, "-n", "3", stdin=":b\n:x\n:u\n:f\n:e\n:?\n:s\n:q\n")
    assert found["answered"] == 0
    assert entries(workspace) == []


def test_a_filter_that_leaves_nothing_is_said(workspace: Path) -> None:
    ran = quiz(workspace, "--pillar", "attention", "--tag", "nowhere")
    assert ran.code == 2


@pytest.mark.parametrize(("lang", "word"), [("en", "Score:"), ("zh", "得分")])
def test_the_score_in_the_learner_s_language(workspace: Path, lang: str, word: str) -> None:
    assert word in quiz(workspace, "-n", "4", "--lang", lang).out


def placed(folder: Path, *options: str, stdin: str) -> dict:
    ran = recall(folder, "quiz", "--diagnose", "--seed", "3", *options, "--json", stdin=stdin)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_a_placement_test_begins_what_is_known_and_takes_it_back(workspace: Path) -> None:
    answers = "3\n" * 200
    dry = placed(workspace, "--pillar", "moe", stdin=answers)
    assert 0 < dry["asked"] <= 30
    assert dry["committed"] == 0
    assert entries(workspace) == []
    found = placed(workspace, "--pillar", "moe", "--yes", stdin=answers)
    assert found["known"] == dry["known"]
    assert found["committed"] == len(found["known"]) > 0
    written = [json.loads(line) for line in entries(workspace)]
    assert {entry["kind"] for entry in written} == {"import"}
    assert {entry["card"] for entry in written} == {card["id"] for card in found["known"]}
    due = json.loads(recall(workspace, "due", "--forecast", "45", "--json").out)
    assert due["due"] == 0
    assert sum(day["due"] for day in due["forecast"]) == found["committed"]
    assert max(day["due"] for day in due["forecast"]) < found["committed"]
    assert "no difference" in recall(workspace, "doctor").out
    assert recall(workspace, "quiz", "--diagnose", "--undo").code == 0
    after = json.loads(recall(workspace, "due", "--forecast", "45", "--json").out)
    assert sum(day["due"] for day in after["forecast"]) == 0


def test_an_answer_of_nothing_is_known_and_the_end_of_the_input_ends_it(workspace: Path) -> None:
    found = placed(workspace, "kv-cache", "--yes", stdin="1\n" * 200)
    assert found["right"] == found["committed"] == 0
    assert 0 < found["asked"] <= 15
    assert placed(workspace, stdin="")["asked"] == 0
    assert entries(workspace) == []


def test_options_of_the_placement_test_need_it(workspace: Path) -> None:
    assert recall(workspace, "quiz", "--yes").code == 2
    assert recall(workspace, "quiz", "--undo").code == 2
