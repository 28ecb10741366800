"""Recomputes the figures of the routing deck without recall's evaluator."""

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

import pytest

from .conftest import Check, read_checks

DECK = "moe/routing"


def capacity_drop(check: Check) -> dict[str, Fraction]:
    even = check["T"] * check["k"] / check["E"]

    def dropped(buffer: Fraction) -> Fraction:
        return 1 - Fraction(-(-buffer.numerator // buffer.denominator)) / check["load"]

    kept = 1 - dropped(check["cf"] * even)
    return {
        "right": 1 - kept,
        "that is the share": kept,
        "you divided by the buffer": (1 - kept) / kept,
        "you left out the capacity": dropped(even),
        "every token is sent": dropped(check["cf"] * even / check["k"]),
    }


def aux_loss(check: Check) -> dict[str, Fraction]:
    experts = int(check["N"])

    def loss(shares: list[Fraction], probabilities: list[Fraction]) -> Fraction:
        total = sum(f * p for f, p in zip(shares, probabilities, strict=True))
        return check["alpha"] * experts * total

    def spread(hot: Fraction) -> list[Fraction]:
        return [hot] + [(1 - hot) / (experts - 1)] * (experts - 1)

    shares, probabilities = spread(check["f"]), spread(check["p"])
    even = [Fraction(1, experts)] * experts
    return {
        "right": loss(shares, probabilities),
        "you left out the factor": loss(shares, probabilities) / experts,
        "you squared the token shares": loss(shares, shares),
        "you squared the probabilities": loss(probabilities, probabilities),
        "that is the value": loss(even, even),
    }


def bias_selection(check: Check) -> dict[str, Fraction]:
    scores = [check["s_1"], check["s_2"], check["s_3"]]
    biases = [Fraction(0), check["b_2"], {"-0.3": Fraction("0.2")}[check.values["b_2"]]]
    biased = [score + bias for score, bias in zip(scores, biases, strict=True)]

    def weight(values: list[Fraction], ranked_by: list[Fraction]) -> Fraction:
        chosen = sorted(range(3), key=lambda expert: ranked_by[expert])[-2:]
        assert 0 in chosen
        return values[0] / sum(values[expert] for expert in chosen)

    return {
        "right": weight(scores, biased),
        "you weighted by the biased": weight(biased, biased),
        "you chose by the plain": weight(scores, scores),
        "you forgot to renormalise": scores[0],
        "you renormalised over all": scores[0] / sum(scores),
    }


def experts_touched(check: Check) -> dict[str, Fraction]:
    experts, picks, batch = (int(check[name]) for name in ("E", "k", "b"))

    def touched(per_token: int) -> Fraction:
        missed = Fraction(comb(experts - 1, per_token), comb(experts, per_token))
        return experts - experts * missed**batch

    return {
        "right": touched(picks),
        "you counted picks": Fraction(min(experts, batch * picks)),
        "you let every token": touched(1),
        "that is how many stay": experts - touched(picks),
    }


def dispatch_bytes(check: Check) -> dict[str, Fraction]:
    fp8, bf16 = 1, 2
    nodes, width = check["M"], check["d"]
    return {
        "right": nodes * width * (fp8 + bf16),
        "you sent one copy per expert": check["k"] * width * (fp8 + bf16),
        "that is the way out": nodes * width * fp8,
        "you returned the results": nodes * width * (fp8 + fp8),
        "you dispatched in BF16": nodes * width * (bf16 + bf16),
    }


PROBLEMS: dict[str, Callable[[Check], dict[str, Fraction]]] = {
    "moe-capacity-drop": capacity_drop,
    "moe-aux-loss": aux_loss,
    "moe-bias-selection": bias_selection,
    "moe-experts-touched": experts_touched,
    "moe-dispatch-bytes": dispatch_bytes,
}
CHECKS = read_checks(DECK)


def verdict(values: dict[str, Fraction], check: Check) -> str:
    """`right`, the start of the mistake that the typed number is, or `wrong`.

    Windows as the deck language has them: the answer within 1 % (percentages here within half a
    point), a mistake within the smaller of that window and 1 % of itself.
    """
    percent = check.note == "moe-capacity-drop"
    window = Fraction(5, 1000) if percent else abs(values["right"]) / 100
    for name, value in values.items():
        allowed = window if name == "right" or percent else abs(value) / 100
        if abs(check.typed - value) <= allowed:
            return name
    return "wrong"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check.note}:{check.expected[:20]}")
def test_every_check_line_agrees_with_the_recomputation(check: Check) -> None:
    found = verdict(PROBLEMS[check.note](check), check)
    assert check.expected.startswith(found)


def test_every_problem_checks_a_right_answer() -> None:
    expected = {(check.note, check.expected) for check in CHECKS}
    assert {note for note, _ in expected} == set(PROBLEMS)
    assert {note for note, verdict in expected if verdict == "right"} == set(PROBLEMS)


EXPERT = 3 * 3584 * 3072
"""Parameters of one routed expert of Kimi K3: three matrices at the latent width."""

ROUTED_ACTIVE = Fraction(16 * 92 * EXPERT, 10**9)
TOUCHED_32 = 256 * (1 - Fraction(31, 32) ** 32)
TOUCHED_256 = 256 * (1 - Fraction(31, 32) ** 256)
FREE_NODES = 8 * (1 - Fraction(comb(224, 8), comb(256, 8)))

FIGURES: list[tuple[str, str, float | Fraction, str]] = [
    ("moe-why-sparse", "32 tokens already touch {} of them", TOUCHED_32, ".0f"),
    ("moe-active-parameters", "{} times too expensive", Fraction(671, 37), ".0f"),
    ("moe-k3-active-size", "K3 activates {} times as many", Fraction("104.2") / Fraction("32.6"),
     ".1f"),
    ("moe-k3-active-size", "- [ ] {}B\n  - That is 16/896", Fraction(2780 * 16, 896), ".1f"),
    ("moe-k3-active-size", r"{}\,\text{{M}} = 48.6$B", Fraction(EXPERT, 10**6), ".2f"),
    ("moe-k3-active-size", r"= {}$B. More than half", ROUTED_ACTIVE, ".1f"),
    ("moe-k3-active-size", "active, {}B, is not routed", Fraction("104.2") - ROUTED_ACTIVE, ".1f"),
    ("moe-k3-active-size", "sparsity figure such as {} says", Fraction(896, 16), ".0f"),
    ("moe-finegrained-sets", "from {} to", Fraction(comb(16, 2)), ".0f"),
    ("moe-finegrained-sets", " to {}.", Fraction(comb(64, 8)), ",.0f"),
    ("moe-quantile-balancing", "quantile, {} here", 1 - Fraction(16, 896), ".3f"),
    ("moe-experts-touched", "at 256 tokens {} of V3's", TOUCHED_256, ".1f"),
    ("moe-experts-touched", "by {}\ntokens each", Fraction(256 * 8, 256), ".0f"),
    ("moe-node-limit", "would touch {} nodes on average", FREE_NODES, ".2f"),
    ("moe-node-limit", r"$4 \cdot {} \approx 13$", Fraction(160, 50), ".1f"),
    ("moe-node-limit", r"\approx {}$ experts per token", 4 * Fraction(160, 50), ".0f"),
    ("claim-all-to-all-linear", "{} % on 8 GPUs", 100 * (1 - Fraction(1, 8)), ".1f"),
    ("claim-all-to-all-linear", "{} % on 256", 100 * (1 - Fraction(1, 256)), ".1f"),
]  # fmt: skip


@pytest.mark.parametrize(("note", "sentence", "value", "form"), FIGURES)
def test_every_figure_in_prose_agrees_with_the_recomputation(
    note: str,
    sentence: str,
    value: Fraction,
    form: str,
    deck_notes: Callable[[str], dict[str, str]],
) -> None:
    assert sentence.format(format(float(value), form)) in deck_notes(DECK)[note]


def test_the_measured_all_to_all_growth_is_nearer_to_a_square_root_than_to_a_line() -> None:
    for devices, measured in ((16, 3.75), (128, 9)):
        assert abs(measured - sqrt(devices)) < abs(measured - devices) / 10


def test_an_even_load_has_the_balance_loss_alpha() -> None:
    experts = 64
    assert experts * sum(Fraction(1, experts) ** 2 for _ in range(experts)) == 1
