"""Journal entries by hand, each of which can be taken back later."""

import json
from pathlib import Path

import pytest

from tests.cli.program import recall

CARD = "kv-why-cache"


def state(workspace: Path) -> dict[str, object]:
    return json.loads(recall(workspace, "show", CARD, "--json").out)["state"]


@pytest.mark.parametrize(
    ("before", "command"),
    [
        ((), ("suspend", CARD)),
        (("suspend", CARD), ("resume", CARD)),
        ((), ("bury", CARD)),
        (("bury", CARD), ("unbury", CARD)),
        (("set-due", CARD, "+9"), ("reset", CARD)),
        ((), ("set-due", CARD, "+3")),
        ((), ("set-due", CARD, "2026-04-01")),
        ((), ("flag", CARD)),
        (("flag", CARD), ("unflag", CARD)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_an_entry_by_hand_is_taken_back_by_a_later_run(
    workspace: Path, before: tuple[str, ...], command: tuple[str, ...]
) -> None:
    if before:
        recall(workspace, *before)
    earlier = json.loads(recall(workspace, "history", CARD, "--json").out)["entries"]
    done = recall(workspace, *command)
    assert done.code == 0
    assert "nothing to change" not in done.out
    assert recall(workspace, "undo").code == 0
    later = json.loads(recall(workspace, "history", CARD, "--json").out)["entries"]
    assert later == earlier
    assert "no difference" in recall(workspace, "doctor").out


def test_a_card_is_due_on_the_day_that_was_set(workspace: Path) -> None:
    recall(workspace, "set-due", CARD, "+3")
    assert state(workspace)["study_day_due"] == 20_513 + 3


@pytest.mark.parametrize("when", ["2026-02-28", "soon", "+", "-3", "2026-13-01", "+999999"])
def test_a_day_that_is_none_or_over_is_refused(workspace: Path, when: str) -> None:
    ran = recall(workspace, "set-due", CARD, "--", when)
    assert ran.code == 2
    assert "Traceback" not in ran.err
