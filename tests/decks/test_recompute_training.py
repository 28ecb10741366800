"""Every figure of the training deck, computed again with plain fractions."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction as F

import pytest

Notes = Callable[[str], dict[str, str]]
Values = Mapping[str, str]

DECK = "training/pipeline-and-memory"
CHECK = re.compile(r'^- `([^`]+)`: (\S+)(?: (\S+))? is (?:"([^"]+)"|(\w+))$', re.MULTILINE)
UNITS = {None: F(1), "GB": F(10**9), "MB": F(10**6), "GiB": F(2**30), "%": F(1, 100)}
UNITS |= {"s": F(1), "ms": F(1, 1000)}
PEAK_TFLOPS = {"A100": 312, "H100": 989, "H800": 989, "TPUv4": 275}
WIDTH_HEADS = {"12288": 96}


def zero(values: Values) -> dict[str, F]:
    """Bytes per GPU: what a stage shards is divided by the number of GPUs, the rest is not."""
    parameters, gpus = F(values["psi"]) * 10**9, F(values["N_d"])
    held = [F(2), F(2), F(12)]  # weights, gradients, optimizer states
    by_stage = [sum(held)]
    for item in (2, 1, 0):
        held[item] /= gpus
        by_stage.append(sum(held))
    stage = int(values["stage"])
    unsharded = {1: 4, 2: 2, 3: 0}[stage]
    no_master = unsharded + (16 - unsharded - 4) / gpus
    return {
        "right": parameters * by_stage[stage],
        "that is the stage below": parameters * by_stage[stage - 1],
        "you let the sharded part vanish": parameters * unsharded,
        "you left out the FP32 master": parameters * no_master,
    }


def activations(values: Values) -> dict[str, F]:
    """Korthikanti et al., Eq 1, 2 and 4: bytes per layer and GPU."""
    s, b, h, t = (F(values[name]) for name in "sbht")
    heads = WIDTH_HEADS[values["h"]]
    scores = 5 * heads * s * s * b
    return {
        "right": (34 * s * b * h + scores) / t,
        "that is tensor parallelism alone": 10 * s * b * h + (24 * s * b * h + scores) / t,
        "you left out the attention scores": 34 * s * b * h / t,
    }


def bubble(values: Values) -> dict[str, F]:
    """Idle over ideal time, by counting slots of one chunk: ideal is v·m of them, idle p - 1."""
    p, m, v = (F(values[name]) for name in "pmv")
    idle, ideal = p - 1, v * m
    return {
        "right": idle / ideal,
        "that is the share of wall time": idle / (idle + ideal),
        "you left out the interleaving": idle / m,
        "only p − 1 slots": p / ideal,
    }


def ring(values: Values) -> dict[str, F]:
    """Seconds: 2(n - 1) rounds, each moving one nth of the buffer."""
    size, n, width = (F(values[name]) for name in ("S", "n", "W"))
    rounds = [size / n / width for _ in range(2 * (int(n) - 1))]
    return {
        "right": sum(rounds, F(0)),
        "you counted one half": sum(rounds, F(0)) / 2,
        "you sent the buffer once": size / width,
        "that would be everyone": n * size / width,
    }


def mfu(values: Values) -> dict[str, F]:
    """Model FLOPs over what the chips could do; 2 FLOPs forward and 4 backward."""
    parameters, tokens = F(values["N"]) * 10**9, F(values["Bt"]) * 10**6
    peak = F(values["n"]) * PEAK_TFLOPS[values["chip"]] * 10**12 * F(values["t"])
    forward = 2 * parameters * tokens
    return {
        "right": (forward + 2 * forward) / peak,
        "you counted recomputation": (2 * forward + 2 * forward) / peak,
        "you used a peak twice too high": 3 * forward / (2 * peak),
    }


FORMULAS: dict[str, Callable[[Values], dict[str, F]]] = {
    "zero-memory-per-gpu": zero,
    "activation-bytes-per-layer": activations,
    "pipeline-bubble": bubble,
    "ring-all-reduce-time": ring,
    "mfu-from-step-time": mfu,
}

BSH = F(4096 * 8192)
PALM_MFU = F(238_300 * 6 * 54_035 * 10**7, 6144 * 275 * 10**12) * 100
MT_NLG_MFU = F(65_430 * 6 * 530 * 10**9, 2240 * 312 * 10**12) * 100
V3_PER_GPU = F(6 * 37 * 10**9) * 148 * 10**11 / (2664 * 10**3 * 3600)

PROSE: list[tuple[str, str, str, F]] = [
    ("adam-state-bytes", "==4 bytes==", "4", F(2 + 2)),
    ("adam-state-bytes", "==12 bytes==", "12", F(4 + 4 + 4)),
    ("adam-state-bytes", "==16 TB==", "16", F(16 * 10**12, 10**12)),
    ("adam-state-bytes", "6–8 TB", "6", F(2 + 2 * 2)),
    ("adam-state-bytes", "6–8 TB", "8", F(2 + 3 * 2)),
    ("adam-state-bytes", "the 12 to 8 bytes", "8", F(4 + 2 + 2)),
    ("zero-memory-per-gpu", "with 8 of them the factor is 2.91", "2.91", 16 / (4 + F(12, 8))),
    ("zero-memory-per-gpu", "with 64 it is 3.82", "3.82", 16 / (4 + F(12, 64))),
    ("zero-memory-per-gpu", "half as much again", "1.5", F(3, 2)),
    ("activation-bytes-per-layer", "the two terms are 34 and 80", "80", F(5 * 96 * 2048, 12288)),
    ("activation-bytes-per-layer", "$114/8 = 14.25$", "14.25", F(34 + 80, 8)),
    ("activation-bytes-per-layer", "against 23 with", "23", 10 + F(24 + 80, 8)),
    ("selective-recompute", "80 of 114 units of activation memory, 70 %", "70", F(8000, 114)),
    (
        "selective-recompute",
        "about 2.7 % more FLOPs",
        "2.7",
        100 * F(2048, 6 * 12288) / (1 + F(2048, 6 * 12288)),
    ),
    ("selective-recompute", "a whole extra forward pass, 33 %", "33", F(100 * 2, 6)),
    ("claim-1f1b-bubble", "falls from 22 % to 11 %", "22", F(700, 32)),
    ("claim-1f1b-bubble", "falls from 22 % to 11 %", "11", F(350, 32)),
    ("claim-1f1b-bubble", "falls from 22 % to 5.5 %", "5.5", F(700, 32 * 4)),
    ("claim-1f1b-bubble", "stays at 22 %", "22", F(700, 32)),
    ("claim-1f1b-bubble", "from 32 to 8", "8", F(min(8, 32))),
    ("ring-all-reduce-time", "from 1.75 at 8 GPUs", "1.75", F(2 * 7, 8)),
    ("ring-all-reduce-time", "to 1.97 at 64", "1.97", F(2 * 63, 64)),
    ("tp-inside-pp-across", "about seven times the bytes", "7", F(8 * 7, 8)),
    ("tp-inside-pp-across", "send 470 MB", "470", 4 * (2 * F(7, 8)) * BSH * 2 / 10**6),
    ("tp-inside-pp-across", "carries 67 MB", "67", BSH * 2 / 10**6),
    (
        "mfu-from-step-time",
        "PaLM comes to 45.7 %",
        "45.7",
        PALM_MFU,
    ),
    ("mfu-from-step-time", "MT-NLG to 29.8 %", "29.8", MT_NLG_MFU),
    ("mfu-from-step-time", "imply 34.6 %", "34.6", 100 * V3_PER_GPU / (989 * 10**12)),
    ("mfu-from-step-time", "it would be 17.3 %", "17.3", 100 * V3_PER_GPU / (1979 * 10**12)),
    ("claim-52-percent-of-peak", "is 52.2 %", "52.2", F(16300, 312)),
    ("claim-52-percent-of-peak", "= 39.2$ %", "39.2", F(16300, 312) * 72 / 96),
    ("claim-52-percent-of-peak", "about 39 % as MFU", "39", F(16300, 312) * 72 / 96),
    ("claim-52-percent-of-peak", "a quarter of the figure", "0.25", 1 - F(72, 96)),
]


@pytest.mark.parametrize("note", FORMULAS)
def test_golden_values_agree_with_an_independent_formula(deck_notes: Notes, note: str) -> None:
    for values, number, unit, mistake, word in CHECK.findall(deck_notes(DECK)[note]):
        truth = FORMULAS[note](dict(pair.split("=") for pair in values.split()))[mistake or word]
        typed = F(number) * UNITS[unit or None]
        assert abs(typed - truth) <= truth / 100, (values, number, float(truth))


def test_every_numeric_problem_has_an_independent_formula(deck_notes: Notes) -> None:
    notes = deck_notes(DECK)
    assert {note for note, text in notes.items() if "**Steps**" in text} == set(FORMULAS)


@pytest.mark.parametrize("note", FORMULAS)
def test_every_check_line_is_read(deck_notes: Notes, note: str) -> None:
    checks = deck_notes(DECK)[note].split("**Checks**")[1].split("**Why**")[0]
    assert len(CHECK.findall(checks)) == checks.count("\n- ")


@pytest.mark.parametrize(("note", "phrase", "printed", "value"), PROSE)
def test_figures_in_prose_are_rounded_truths(
    deck_notes: Notes, note: str, phrase: str, printed: str, value: F
) -> None:
    assert phrase in " ".join(deck_notes(DECK)[note].split())
    last_place = F(10) ** int(Decimal(printed).as_tuple().exponent)
    assert abs(F(printed) - value) <= last_place / 2
