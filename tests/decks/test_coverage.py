"""The decks cover the checklist: every concept and claim has a note, and enough of each kind."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from recall.app.compiling import assemble
from recall.app.reading import read_library
from recall.app.workspace import DeckRoot
from recall.cardtypes.bodies.points import PointsBody
from recall.model.card import Collection
from tests.decks.conftest import DECKS

COVERAGE = tomllib.loads((Path(__file__).parent / "coverage.toml").read_text("utf-8"))
CONCEPTS = """
moe.sparse moe.router moe.score moe.topk moe.collapse moe.auxloss moe.auxloss.ds moe.capacity
moe.drop moe.lossfree moe.seqaux moe.qb moe.finegrained moe.shared moe.sparsity moe.densefirst
moe.latent moe.situ moe.a2a moe.nodelimit moe.ep moe.moonep moe.overlap moe.mxfp4 kv.cache
kv.decodebound attn.mqa attn.gqa mla.latent mla.rope mla.absorb mla.modes mla.qlora mla.expressive
mla.gate mla.nope heads.count yarn qkclip muon.perhead kda kda.bound hybrid31 kda.prefix kda.spec
kcp attnres attnres.block dsa csa hca nsa mtp m2full
""".split()  # noqa: SIM905
CLAIMS = [str(number) for number in range(1, 29)]
LEAST = {"moe": (60, 18), "attention": (70, 20), "k3": (40, 10)}
"""Notes and numeric problems of each pillar."""


@pytest.fixture(scope="module")
def collection() -> Collection:
    return assemble(read_library((DeckRoot(Path(DECKS), "decks"),)).value).value


def test_every_concept_of_the_checklist_is_covered() -> None:
    assert sorted(COVERAGE["concepts"]) == sorted(CONCEPTS)
    assert all(COVERAGE["concepts"].values())


def test_every_claim_is_answered() -> None:
    assert sorted(COVERAGE["claims"], key=int) == CLAIMS
    assert all(COVERAGE["claims"].values())


def test_every_named_note_exists(collection: Collection) -> None:
    named = {
        note
        for part in ("concepts", "claims")
        for notes in COVERAGE[part].values()
        for note in notes
    }
    assert named <= {str(note.id) for note in collection.notes}


@pytest.mark.parametrize("pillar", LEAST)
def test_a_pillar_has_enough_notes_and_problems(collection: Collection, pillar: str) -> None:
    kinds = Counter({c.note: c.type for c in collection.cards if c.pillar == pillar}.values())
    notes, problems = LEAST[pillar]
    assert kinds.total() >= notes
    assert kinds["numeric"] >= problems


def test_there_are_twenty_claim_checks(collection: Collection) -> None:
    claims = [note for note in collection.notes if note.id.startswith("claim-")]
    assert len(claims) >= 20


@pytest.mark.parametrize("pillar", LEAST)
def test_every_note_names_its_source(collection: Collection, pillar: str) -> None:
    assert [c.id for c in collection.cards if c.pillar == pillar and not c.source] == []


@pytest.mark.parametrize("pillar", LEAST)
def test_every_note_is_there_in_chinese(collection: Collection, pillar: str) -> None:
    cards = [c for c in collection.cards if c.pillar == pillar]
    assert [c.id for c in cards if "zh" not in c.translations] == []


def test_a_third_of_the_notes_defend_a_design_choice(collection: Collection) -> None:
    kinds = Counter({c.note: c.type for c in collection.cards if c.pillar in LEAST}.values())
    assert 3 * kinds["points"] >= kinds.total()


def test_a_points_note_says_its_points_once(collection: Collection) -> None:
    """No prose answer beside the points: it would be read twice."""
    bodies = [c for c in collection.cards if c.pillar in LEAST and isinstance(c.body, PointsBody)]
    assert [c.id for c in bodies if cast(PointsBody, c.body).back] == []
