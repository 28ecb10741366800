"""Every numeric problem of the moe, attention and k3 decks, recomputed by formulas of its own.

The formulas share no code with recall's evaluator: plain Python, written from the question. They
are held against the answers that recall computes, on the values of each note's Checks that are
right and on random variants.
"""

import math
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from recall.app.compiling import assemble
from recall.app.reading import read_library
from recall.app.workspace import DeckRoot
from recall.cardtypes.bodies.numeric import NumericBody
from recall.numeric.program import ProblemError
from tests.decks.conftest import DECKS

VARIANTS = 20
Values = Mapping[str, float]
G, M, T, Gi = 1e9, 1e6, 1e12, 2**30
PILLARS = ("moe", "attention", "k3")


def word_bytes(values: Mapping[str, object]) -> int:
    return {"FP32": 4, "BF16": 2, "FP8": 1}[str(values["dtype"])]


def kv_max_batch(v: Values) -> float:
    free = 0.9 * (v["g"] * v["H"] * 1e9 - v["N"] * 2e9)
    return free // (2 * v["L"] * v["n_kv"] * 128 * 2 * v["S"])


def aux_loss(v: Values) -> float:
    others = v["N"] - 1
    shares = [v["f"]] + [(1 - v["f"]) / others] * int(others)
    chances = [v["p"]] + [(1 - v["p"]) / others] * int(others)
    return v["alpha"] * v["N"] * sum(f * p for f, p in zip(shares, chances, strict=True))


def bias_selection(v: Values) -> float:
    second = max(
        (v["s_2"] + v["b_2"], v["s_2"]), (v["s_3"] + v["b_3"], v["s_3"]), key=lambda pair: pair[0]
    )[1]
    return v["s_1"] / (v["s_1"] + second)


def deepseek_loss(v: Values) -> float:
    n, x = int(v["N"]), v["x"]
    f = [x] + [(n - x) / (n - 1)] * (n - 1)
    return v["alpha"] * sum(each * each / n for each in f)


def situ(v: Values) -> float:
    gate = 4 * math.tanh(v["g"] / 4) / (1 + math.exp(-v["g"]))
    return gate * 25 * math.tanh(v["u"] / 25)


def free_nodes(v: Values) -> float:
    experts, nodes, k = int(v["E"]), int(v["N"]), int(v["k"])
    missed = 1.0
    for drawn in range(k):
        missed *= (experts - experts / nodes - drawn) / (experts - drawn)
    return nodes * (1 - missed)


def decode_ceiling(v: Values) -> float:
    seconds = 3 * v["b"] * v["n"] * v["d"] / (v["W"] * G)
    return 1 / (seconds * 2 * v["L"])


def parameters(v: Values, experts: float) -> float:
    """Of a model in which that many experts count in every MoE layer."""
    moe_layer = 3 * v["d"] * v["m"] * experts + v["d"] * v["E"]
    dense_layer = 3 * v["d"] * v["f"]
    layers = v["D"] * dense_layer + (v["L"] - v["D"]) * moe_layer
    return layers + v["L"] * v["a"] * 1e6 + v["V"] * v["d"] + v["V"] * v["d"]


def training_gflop(v: Values) -> float:
    score, value = 2 * v["qk"], 2 * v["v"]
    forward = v["L"] * v["h"] * (score + value) * v["S"] / 2
    return 6 * v["N"] + forward * 3 / 1e9


def decode_intensity(v: Values) -> float:
    flop = v["n_q"] * (2 * v["d"] + 2 * v["d"])
    return flop / (v["n_kv"] * (v["d"] + v["d"]) * word_bytes(v))


FORMULAS: dict[str, Callable[..., float]] = {
    "kv-decode-intensity": decode_intensity,
    "mla-cache-size": lambda v: v["B"] * v["S"] * v["L"] * (v["r"] + v["e"]) * 2 / G,
    "mla-cache-ratio": lambda v: (v["n"] * v["d"] + v["n"] * v["d"]) / (v["r"] + 64),
    "kv-hybrid": lambda v: (v["n_mla"] * 1152 * v["S"] + v["n_lin"] * v["h"] * 128**2 * 4) / G,
    "moe-total-rebuilt": lambda v: parameters(v, v["E"] + v["S"]),
    "moe-active-rebuilt": lambda v: parameters(v, v["k"] + v["S"]),
    "moe-training-flops": training_gflop,
    "v2-cache-saving": lambda v: 100 - 100 * 576 * v["n"] * v["b"] / (2048 * v["N"] * v["B"]),
    "moe-capacity-drop": lambda v: (
        100 * (v["load"] - math.ceil(round(v["cf"] * v["T"] * v["k"] / v["E"], 9))) / v["load"]
    ),
    "moe-aux-loss": aux_loss,
    "moe-bias-selection": bias_selection,
    "moe-experts-touched": lambda v: v["E"] - v["E"] * ((v["E"] - v["k"]) / v["E"]) ** v["b"],
    "moe-dispatch-bytes": lambda v: 3 * v["M"] * v["d"],
    "moe-routed-total": lambda v: v["L"] * v["E"] * (v["d"] * v["m"] * 3),
    "moe-active-experts": lambda v: v["L"] * (v["k"] + v["s"]) * v["d"] * v["m"] * 3,
    "moe-active-share": lambda v: v["active"] / v["total"] * 100,
    "moe-gate-weight": lambda v: (
        (1 + math.exp(-v["b"])) / ((1 + math.exp(-v["b"])) + (1 + math.exp(-v["a"])))
    ),
    "moe-split-choice": lambda v: math.comb(int(v["E"] * v["s"]), int(v["k"] * v["s"])),
    "bal-capacity": lambda v: -(-round(v["cf"] * 100) * v["T"] * v["k"] // (v["E"] * 100)),
    "bal-deepseek-loss": deepseek_loss,
    "bal-bias-steps": lambda v: v["delta"] / v["gamma"],
    "bal-quantile-share": lambda v: v["m"] * v["k"] / v["n"],
    "comm-token-bytes": lambda v: v["L"] * v["d"] * v["k"] * 3 / 1e6,
    "comm-remote-share": lambda v: 100 - 100 / v["P"],
    "comm-free-nodes": free_nodes,
    "comm-fanout": lambda v: v["M"] * v["v"] / v["w"],
    "comm-tokens-per-expert": lambda v: v["b"] / (v["E"] / v["k"]),
    "comm-ridge-tokens": lambda v: v["F"] * v["w"] / (2 * v["W"]),
    "comm-decode-ceiling": decode_ceiling,
    "comm-redundant": lambda v: (v["E"] + v["x"]) / v["R"],
    "comm-compute-ratio": lambda v: v["F"] * 1e12 / (2 * v["m"] * v["B"] * 1e9),
    "kv-cache-batch": lambda v: (
        2 * v["L"] * v["n_kv"] * v["d"] * word_bytes(v) * v["S"] * v["B"] / Gi
    ),
    "kv-max-batch": kv_max_batch,
    "mla-mode-flops": lambda v: (2 * v["r"] + v["p"]) / (v["n"] + v["p"] + v["v"]),
    "mla-tp-bytes": lambda v: v["g"] * v["L"] * v["e"] * v["S"] * 2 / 1e9,
    "dec-read-time": lambda v: v["B"] * v["S"] * v["k"] / v["W"] / 1e6,
    "dec-head-flops": lambda v: 100 / (1 + v["A"] * 1e9 / (v["f"] * v["h"] * v["L"] * v["S"])),
    "mtp-speedup": lambda v: (1 - v["p"] ** (v["n"] + 1)) / (1 - v["p"]),
    "ctx-yarn-temperature": lambda v: 1 + v["c"] * math.log(v["s"]),
    "ctx-yarn-reach": lambda v: v["n"] * v["s"],
    "ctx-qkclip-factor": lambda v: math.sqrt(v["tau"] / v["m"]),
    "sparse-core-gain": lambda v: v["S"] / v["k"],
    "sparse-whole-gain": lambda v: 1 / (v["i"] / v["c"] + v["k"] / v["S"]),
    "sparse-v4-entries": lambda v: v["S"] / v["c"] + v["w"],
    "lin-half-life": lambda v: -math.log(2) / math.log(v["alpha"]),
    "lin-tile-decay": lambda v: v["n"] * v["b"],
    "lin-state-bytes": lambda v: v["h"] * v["d"] ** 2 * word_bytes(v) / 1e6,
    "lin-cache-share": lambda v: 100 * v["n"] / (v["n"] + v["m"]),
    "k3-attnres-sources": lambda v: 1 + -(-v["L"] // v["b"]),
    "k3-latent-traffic": lambda v: 100 - 100 * v["l"] / v["d"],
    "k3-expert-size": lambda v: v["l"] * v["m"] * 3,
    "k3-qb-target": lambda v: (v["n"] - v["k"]) / v["n"],
    "k3-qb-bin-width": lambda v: (v["hi"] - v["lo"] + 2) / v["B"],
    "k3-qb-interpolation": lambda v: (
        v["lo"]
        - 1
        + (v["i"] * v["h"] + v["q"] - v["c"]) * (v["hi"] - v["lo"] + 2) / v["B"] / v["h"]
    ),
    "k3-qb-sign-steps": lambda v: math.ceil(round(v["g"] / v["gamma"] / 2, 9)),
    "k3-routed-total": lambda v: v["L"] * v["E"] * (v["l"] * v["m"] * 2 + v["m"] * v["l"]),
    "k3-situ-value": situ,
    "k3-mxfp4-bytes": lambda v: v["n"] * (v["bits"] * v["g"] + 8) / v["g"] / 8,
    "k3-moonep-bound": lambda v: -(-v["E"] * (v["R"] - 1) // v["R"] ** 2),
    "k3-break-even": lambda v: v["h"] * v["d"] ** 2 * word_bytes(v) / 1152,
    "k3-sequence-memory": lambda v: (24 * 1152 * v["S"] + 69 * 96 * 128**2 * word_bytes(v)) / 1e9,
    "k3-snapshot-bytes": lambda v: v["S"] / v["block"] * v["mb"] / 1000,
    "k3-kcp-bytes": lambda v: v["h"] * v["dk"] * (v["dk"] + v["dv"]) * word_bytes(v) / 1e6,
}


@pytest.fixture(scope="module")
def problems() -> dict[str, NumericBody]:
    library = read_library((DeckRoot(Path(DECKS), "decks"),))
    cards = assemble(library.value).value.cards
    return {
        str(card.id): card.body
        for card in cards
        if isinstance(card.body, NumericBody) and card.pillar in PILLARS
    }


def plain(values: Mapping[str, object]) -> dict[str, object]:
    """Numbers as floats; words stay words."""
    found: dict[str, object] = {}
    for name, value in values.items():
        try:
            found[name] = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            found[name] = str(value)
    return found


def test_every_problem_has_a_formula(problems: dict[str, NumericBody]) -> None:
    assert set(problems) == set(FORMULAS)


@pytest.mark.parametrize("note", sorted(FORMULAS))
def test_random_variants_have_the_answer_of_the_formula(
    problems: dict[str, NumericBody], note: str
) -> None:
    problem = problems[note].problem
    dice = random.Random(note)
    numbers = [problem.draw(note, dice.randrange(10_000)) for _ in range(VARIANTS)]
    for number in numbers:
        variant = problem.variant(number)
        values = plain({**variant.values, **variant.shown})
        expected = FORMULAS[note](values)
        assert float(variant.truth) == pytest.approx(expected, rel=1e-9), variant.shown


@pytest.mark.parametrize("note", sorted(FORMULAS))
def test_checked_values_have_the_answer_of_the_formula(
    problems: dict[str, NumericBody], note: str
) -> None:
    problem = problems[note].problem
    assert problem.checks
    for check in problem.checks:
        try:
            variant = problem.with_values(dict(check.values))
        except ProblemError:
            variant = problem.with_some(dict(check.values), problems[note].first)
        values = plain({**variant.values, **variant.shown})
        assert float(variant.truth) == pytest.approx(FORMULAS[note](values), rel=1e-9)
