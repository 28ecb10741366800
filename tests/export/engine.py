"""The cards' scripts in a real JavaScript engine."""

import json
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from recall.export.anki.fields import Page
from recall.export.anki.pool import Pool
from recall.export.anki.scripts import GRADING, source, tables_of_the_grader
from recall.export.voices import Voice
from recall.model.ids import CardId
from tests.export.problems import body

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no JavaScript engine: node is not on PATH")


def call(calls: Sequence[Sequence[object]], *, zone: str = "UTC") -> list:
    """What the functions of the scripts return."""
    assert NODE is not None
    names = ("day.js", *GRADING)
    sources = tables_of_the_grader() + "".join(source(name) for name in names)
    sources += source("typed.js").split("function typed(")[0]
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name("scripts.js"))],
        input=json.dumps({"sources": sources, "calls": calls}),
        capture_output=True,
        text=True,
        check=True,
        env={"TZ": zone},
    )
    return json.loads(done.stdout)


@cache
def pool(name: str) -> dict:
    """What the card of a problem carries."""
    problem = body(name)
    voices = (Voice("en", problem, problem.question()),)
    return json.loads(b64decode(Pool(CardId(name), voices, Page()).fields()["Data"]))


def graded(name: str, texts: Sequence[str], *, part: int = -1) -> list[tuple[str, str | None]]:
    """The verdict of each text by the script, for the first variant of a problem."""
    data = pool(name)
    first, unit = data["inst"][0], data["units"][part]
    last = part in (-1, len(data["units"]) - 1)
    mistakes = first["m"] if last else []
    calls = [["grade", first["p"][part], mistakes, unit, text] for text in texts]
    return [(verdict["kind"], verdict.get("id")) for verdict in call(calls)]
