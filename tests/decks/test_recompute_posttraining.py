"""Every figure of the post-training deck, computed again with the standard library alone."""

import re
import statistics
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from math import exp, log, prod, sqrt

import pytest

Notes = Callable[[str], dict[str, str]]
Values = Mapping[str, str]

DECK = "posttraining/preference-and-rl"
CHECK = re.compile(r'^- `([^`]+)`: (\S+)(?: (%))? is (?:"([^"]+)"|(\w+))$', re.MULTILINE)


def shaped_reward(values: Values) -> dict[str, float]:
    """InstructGPT Eq 2, the log-ratio summed token by token."""
    score, drift, beta = (float(values[name]) for name in ("r", "d", "beta"))
    log_ratio = sum(drift for _ in range(int(values["n"])))
    return {
        "right": score - beta * log_ratio,
        "the sign": score + beta * log_ratio,
        "you left out the weight": score - log_ratio,
        "you charged one token": score - beta * drift,
    }


def minus_log_sigmoid(x: float) -> float:
    return -log(exp(x) / (exp(x) + 1))


def dpo(values: Values) -> dict[str, float]:
    """DPO Eq 7 for one pair."""
    lw, ll, rw, rl, beta = (float(values[name]) for name in ("lw", "ll", "rw", "rl", "beta"))
    reward_chosen, reward_rejected = beta * (lw - rw), beta * (ll - rl)
    margin = reward_chosen - reward_rejected
    return {
        "right": minus_log_sigmoid(margin),
        "you left out the reference": minus_log_sigmoid(beta * lw - beta * ll),
        "the sign of the rejected": minus_log_sigmoid(reward_chosen + reward_rejected),
        "you left out β": minus_log_sigmoid(margin / beta),
        "that is the weight of the gradient": 1 - exp(margin) / (exp(margin) + 1),
    }


def group_advantage(values: Values) -> dict[str, float]:
    """Normalised over the listed rewards of the group, without a closed form."""
    right, size = int(values["c"]), int(values["G"])
    rewards = [1.0] * right + [0.0] * (size - right)
    mean = statistics.fmean(rewards)
    return {
        "right": (1 - mean) / statistics.pstdev(rewards),
        "that is the sample standard deviation": (1 - mean) / statistics.stdev(rewards),
        "you did not divide": 1 - mean,
        "that is the advantage of a wrong answer": -mean / statistics.pstdev(rewards),
    }


def silent_groups(values: Values) -> dict[str, float]:
    """The share of outcomes in which all rewards are equal, by listing all outcomes."""
    chance = float(values["q"])
    silent = sum(
        prod(chance if right else 1 - chance for right in outcome)
        for outcome in product((True, False), repeat=int(values["G"]))
        if len(set(outcome)) == 1
    )
    return {
        "right": silent,
        "that is the share of groups that do teach": 1 - silent,
        "that is one answer": 1 - chance,
    }


def pass_at_k(values: Values) -> dict[str, float]:
    """The share of k-subsets of the samples that hold a right one, by listing all subsets."""
    n, c, k = (int(values[name]) for name in "nck")
    subsets = list(combinations([True] * c + [False] * (n - c), k))
    return {
        "right": sum(any(subset) for subset in subsets) / len(subsets),
        "that draws with replacement": 1 - ((n - c) / n) ** k,
        "that is pass@1": c / n,
    }


FORMULAS: dict[str, Callable[[Values], dict[str, float]]] = {
    "kl-shaped-reward": shaped_reward,
    "dpo-loss-pair": dpo,
    "grpo-advantage": group_advantage,
    "zero-signal-groups": silent_groups,
    "pass-at-k-unbiased": pass_at_k,
}
TOLERANCE = dict.fromkeys(FORMULAS, 0.005) | {"zero-signal-groups": 0.01}

PEAK_KL = max(range(1, 10_000), key=lambda kl: sqrt(kl) * (1 - 0.1 * sqrt(kl)))
REWARDED_RIGHT, REWARDED_WRONG = 0.3 * 0.9, 0.7 * 0.05

PROSE: list[tuple[str, str, str, float]] = [
    ("claim-kl-reference", "a hundredfold, to 2.0", "2.0", 100 * 0.02),
    ("kl-shaped-reward", "pays eight times", "8", 800 / 100),
    ("reward-over-optimisation", "at 25 nats", "25", PEAK_KL),
    ("reward-over-optimisation", "at 100 nats the whole gain is gone", "0", 10 * (1 - 0.1 * 10)),
    ("dpo-loss-pair", r"$\ln 2 = 0.693$", "0.693", log(2)),
    ("dpo-loss-pair", "at β = 0.1 a margin of 0.5 takes five nats", "5", 0.5 / 0.1),
    ("claim-dpo-raises-good", "from 0.693", "0.693", minus_log_sigmoid(0)),
    ("claim-dpo-raises-good", "to 0.403", "0.403", minus_log_sigmoid(0.1 * (-5 + 12))),
    (
        "rlvr-name",
        "11 % of the rewarded",
        "11",
        100 * REWARDED_WRONG / (REWARDED_RIGHT + REWARDED_WRONG),
    ),
    ("rlvr-name", "precision 0.885", "0.885", REWARDED_RIGHT / (REWARDED_RIGHT + REWARDED_WRONG)),
    ("why-no-value-model", "is 16 bytes per parameter", "16", 2 + 2 + 12),
    ("why-no-value-model", "holds 36", "36", 16 + 16 + 2 + 2),
    ("why-no-value-model", "a rule 18", "18", 16 + 2),
    ("grpo-advantage", "one right answer in 32 counts 5.57", "5.57", sqrt((31 / 32) / (1 / 32))),
    ("grpo-advantage", "one in four 1.73", "1.73", sqrt(0.75 / 0.25)),
    ("dapo-clip-higher", "==0.012==", "0.012", 0.01 * 1.2),
    ("dapo-clip-higher", "$0.9 · 1.2 = 1.08$", "1.08", 0.9 * 1.2),
    (
        "gspo-ratio",
        "0.1, −0.05, 0.02 and 0.03 give 1.025",
        "1.025",
        exp(statistics.fmean([0.1, -0.05, 0.02, 0.03])),
    ),
    ("claim-sft-cannot-teach-reasoning", "25.6 points apart", "25.6", 72.6 - 47.0),
]


@pytest.mark.parametrize("note", FORMULAS)
def test_golden_values_agree_with_an_independent_formula(deck_notes: Notes, note: str) -> None:
    for values, number, percent, mistake, word in CHECK.findall(deck_notes(DECK)[note]):
        truth = FORMULAS[note](dict(pair.split("=") for pair in values.split()))[mistake or word]
        typed = float(Fraction(number)) / (100 if percent else 1)
        assert abs(typed - truth) <= TOLERANCE[note] * abs(truth), (values, number, truth)


def test_every_numeric_problem_has_an_independent_formula(deck_notes: Notes) -> None:
    notes = deck_notes(DECK)
    assert {note for note, text in notes.items() if "**Steps**" in text} == set(FORMULAS)


@pytest.mark.parametrize("note", FORMULAS)
def test_every_check_line_is_read(deck_notes: Notes, note: str) -> None:
    checks = deck_notes(DECK)[note].split("**Checks**")[1].split("**Why**")[0]
    assert len(CHECK.findall(checks)) == checks.count("\n- ")


@pytest.mark.parametrize(("note", "phrase", "printed", "value"), PROSE)
def test_figures_in_prose_are_rounded_truths(
    deck_notes: Notes, note: str, phrase: str, printed: str, value: float
) -> None:
    assert phrase in " ".join(deck_notes(DECK)[note].split())
    last_place = 10.0 ** int(Decimal(printed).as_tuple().exponent)
    assert abs(float(printed) - value) <= last_place / 2 + 1e-12
