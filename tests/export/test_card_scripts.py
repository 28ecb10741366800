"""The scripts of the cards against recall's own grader, by vectors that both sides have to meet."""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from recall.cardtypes.bodies.typed import fold as fold_typed
from recall.export.anki.kinds import Kind
from recall.export.anki.scripts import script
from recall.model.question import Typed
from tests.export.engine import call, graded, needs_node, pool
from tests.export.problems import PROBLEMS, body

VECTORS = json.loads(
    Path(__file__).parent.joinpath("vectors", "grading.json").read_text(encoding="utf-8")
)


def by_recall(name: str, text: str, part: str = "answer") -> tuple[str, str | None]:
    verdict = body(name).grade(Typed(text, part))
    return str(verdict.kind), verdict.mistake


@pytest.mark.parametrize("name", VECTORS)
def test_recall_grades_as_the_vectors_say(name: str) -> None:
    for text, kind, mistake in VECTORS[name]:
        assert (text, *by_recall(name, text)) == (text, kind, mistake)


@needs_node
@pytest.mark.parametrize("name", VECTORS)
def test_a_card_grades_as_the_vectors_say(name: str) -> None:
    texts = [text for text, _, _ in VECTORS[name]]
    found = [(t, *verdict) for t, verdict in zip(texts, graded(name, texts), strict=True)]
    assert found == [tuple(vector) for vector in VECTORS[name]]


@needs_node
def test_a_part_is_graded_in_its_own_unit() -> None:
    texts = ["33.3", "33.3 token/s", "2 token/min", "3000", "0.03 s/token"]
    assert [kind for kind, _ in graded("time", texts, part=0)] == [
        by_recall("time", text, "rate")[0] for text in texts
    ]


NUMBERS = (
    "1", "0.625", "0,625", "5/8", "1e9", "1.2×10^9", "2^30", "1,234", "1 234 567", "−3", "37.5",
    "1/3", "14", "140", "２", "10⁹", "0.5", "7.5", "60", "90", "20", "40", "x", "",
)  # fmt: skip
UNITS = (
    "", "GiB", "GB", " gib", "MB", "KB", "kB", "b", "bytes", "Gbyte", "%", " percent", "pp",
    "FLOP", "GFLOP", " TFLOPs", "G", "K", "Gi", "B", "$", "USD", "GB/s", "GB per s", "Gbps",
    "token", "k tokens", "M", " billion", "亿", "GPU-hours", "GPU·h", "h GPU", "x", "times",
    "GB/", "frob", "s", "ms", "分钟", "^2", "/2", ".", "!", " / s", "FLOP/s",
)  # fmt: skip


def typed_answers(name: str) -> Iterator[str]:
    """Numbers with units, and values near the truth, its mistakes and its slips."""
    yield from ("".join(pair) for pair in itertools.product(NUMBERS, UNITS))
    truth, *_ = pool(name)["inst"][0]["p"][-1]
    random = Random(name)
    for factor in (1, 2, 8, 10, 100, 1000, 1024, 1.024**3, 1e6, -1, 0.5):
        for shift in (1, 1.004, 0.996, 1.0099, 1.0101, 1.03, random.uniform(0.9, 1.1)):
            yield f"{truth * factor * shift:.9g}"
            yield f"{truth / factor * shift:.9g}"
    yield f"{1 / truth:.9g}"


@needs_node
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_card_grades_what_people_type_as_recall_does(name: str) -> None:
    texts = list(typed_answers(name))
    differing = {
        text: (card, recall)
        for text, card in zip(texts, graded(name, texts), strict=True)
        if card != (recall := by_recall(name, text))
    }
    assert differing == {}


@needs_node
def test_a_problem_shows_another_variant_every_day() -> None:
    days = range(20_000, 20_040)
    picked = call([["pick", "kv-cache-batch", day, 40] for day in days])
    assert sorted(picked) == list(range(40))


@needs_node
def test_the_choice_of_a_variant_never_changes() -> None:
    cases = [("kv-cache-batch", 20_455, 40), ("moe-topk", 20_456, 7), ("a", 0, 2), ("b", 9, 1)]
    picked = call([["pick", *case] for case in cases])
    assert picked == [31, 6, 1, 0]


@needs_node
def test_options_stand_in_another_order_on_another_day_and_all_are_there() -> None:
    orders = call([["order", "claim-linear", day, 5] for day in range(20_000, 20_060)])
    assert all(sorted(found) == list(range(5)) for found in orders)
    assert len({tuple(found) for found in orders}) > 30


@needs_node
@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/Los_Angeles"])
def test_a_day_begins_at_four_on_the_clock_of_the_learner(zone: str) -> None:
    offset = {"UTC": 0, "Asia/Shanghai": 8, "America/Los_Angeles": -8}[zone]
    four = (20_455 * 24 + 4 - offset) * 3_600_000
    assert call([["dayOf", four - 1], ["dayOf", four]], zone=zone) == [20_454, 20_455]


TERMS = ("MLA", "Multi-Head Latent Attention", "ＭＬＡ", "Straße", "多头 潜在 注意力", "İ x")


@needs_node
def test_a_typed_term_is_compared_as_recall_compares_it() -> None:
    pairs = [
        (one, other) for one in TERMS for other in (*TERMS, "mla", "multi head latentattention")
    ]
    found = call([["accepts", [one], other] for one, other in pairs])
    assert found == [fold_typed(one) == fold_typed(other) for one, other in pairs]


def test_no_script_holds_braces_of_a_template() -> None:
    assert not any(re.search(r"\{\{|\}\}", script(kind)) for kind in Kind)


def test_no_script_evaluates_text() -> None:
    assert not any(re.search(r"\beval\b|new Function|innerHTML \+=", script(k)) for k in Kind)


def test_no_script_uses_words_of_later_javascript() -> None:
    later = re.compile(
        r"\b(?:let|const|class|async|await|of)\b(?= \w+ ?[=({])|=>|\?\.|`\$|\.\.\.\w"
    )
    code = (re.sub(r'"(?:[^"\\]|\\.)*"', '""', script(kind)) for kind in Kind)
    assert not any(later.search(text) for text in code)


def test_a_pool_holds_distinct_variants_and_the_first_is_the_one_on_the_card() -> None:
    data = pool("memory")
    assert len(data["inst"]) == 3
    assert data["inst"][0]["t"] == {}
