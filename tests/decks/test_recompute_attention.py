"""Recomputes the figures of the KV cache deck without recall's evaluator."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from .conftest import Check, read_checks

DECK = "attention/kv-cache"
BYTES = {"FP8": 1, "BF16": 2}
HEAD = 128
CONTEXT = 131_072

MODELS = {
    "46.7": {"layers": 32, "query_heads": 32, "kv_heads": 8},
    "70.55": {"layers": 80, "query_heads": 64, "kv_heads": 8},
    "235.09": {"layers": 94, "query_heads": 64, "kv_heads": 4},
}
HYBRIDS = {"24": (69, 96), "7": (20, 32), "12": (36, 64), "30": (30, 64)}


def key_value_bytes(layers: int, heads: int, width: int, element: int) -> Fraction:
    """Bytes of one token: a key and a value in every head of every layer."""
    key = value = Fraction(layers * heads * width * element)
    return key + value


def kv_cache_batch(check: Check) -> dict[str, Fraction]:
    element = BYTES[check.values["dtype"]]
    layers, width = int(check["L"]), int(check["d"])
    tokens = check["B"] * check["S"]
    total = tokens * key_value_bytes(layers, int(check["n_kv"]), width, element)
    return {
        "right": total,
        "you counted the keys": total / 2,
        "you used the query": tokens * key_value_bytes(layers, int(check["n_q"]), width, element),
    }


def kv_max_batch(check: Check) -> dict[str, Fraction]:
    model = MODELS[check.values["N"]]
    memory = check["g"] * check["H"] * 10**9
    weights = check["N"] * 10**9 * 2

    def requests(space: Fraction, heads: int) -> Fraction:
        one = key_value_bytes(model["layers"], heads, HEAD, 2) * check["S"]
        return Fraction(space // one)

    free = (memory - weights) * Fraction(9, 10)
    return {
        "right": requests(free, model["kv_heads"]),
        "you rounded up": requests(free, model["kv_heads"]) + 1,
        "you forgot to keep": requests(memory - weights, model["kv_heads"]),
        "you forgot that the weights": requests(memory * Fraction(9, 10), model["kv_heads"]),
        "you cached the query": requests(free, model["query_heads"]),
    }


def decode_intensity(check: Check) -> dict[str, Fraction]:
    queries, heads, width = check["n_q"], check["n_kv"], check["d"]
    element = BYTES[check.values["dtype"]]
    compare = mix = width * 2

    def intensity(query_heads: Fraction, kv_heads: Fraction, bytes_each: int) -> Fraction:
        return query_heads * (compare + mix) / (kv_heads * (width + width) * bytes_each)

    right = intensity(queries, heads, element)
    return {
        "right": right,
        "a multiply–add": right / 2,
        "you gave every query head": intensity(queries, queries, element),
        "a cached token is twice": intensity(queries, heads / 2, element),
        "you counted one query head": intensity(Fraction(1), heads, element),
    }


def mla_cache_size(check: Check) -> dict[str, Fraction]:
    tokens = check["B"] * check["S"]

    def cache(latents: Fraction, rope: Fraction) -> Fraction:
        return check["L"] * (latents + rope) * 2 * tokens

    right = cache(check["r"], check["e"])
    return {
        "right": right,
        "you stored a latent": right + right,
        "you left out the RoPE": cache(check["r"], Fraction(0)),
        "you multiplied by the heads": right * check["n_h"],
    }


def mla_cache_ratio(check: Check) -> dict[str, Fraction]:
    key = check["n"] * check["d"]
    latent, rope = check["r"], 64
    return {
        "right": (key + key) / (latent + rope),
        "you left out the RoPE": (key + key) / latent,
        "you counted only the keys": key / (latent + rope),
        "you compared with a single": 2 * check["d"] / (latent + rope),
    }


def kv_hybrid(check: Check) -> dict[str, Fraction]:
    full = check["n_mla"]
    linear, heads = HYBRIDS[check.values["n_mla"]]
    per_layer = Fraction((512 + 64) * 2)
    states = Fraction(linear * heads * HEAD * HEAD * 4)
    cache = full * per_layer * check["S"]
    return {
        "right": cache + states,
        "you left out the states": cache,
        "you gave every layer": (full + linear) * per_layer * check["S"],
        "you stored a state": cache + states * check["S"],
    }


def cache_saving(check: Check) -> dict[str, Fraction]:
    old_layer, new_layer = 2 * 8 * HEAD * check["B"], (512 + 64) * check["b"]
    left = check["n"] * new_layer / (check["N"] * old_layer)
    return {
        "right": 1 - left,
        "that is what is left": left,
        "you compared one layer": Fraction(2 * 8 * HEAD - 576, 2 * 8 * HEAD),
        "you gave the old model": 1 - left / 8,
    }


PROBLEMS: dict[str, Callable[[Check], dict[str, Fraction]]] = {
    "kv-cache-batch": kv_cache_batch,
    "kv-max-batch": kv_max_batch,
    "kv-decode-intensity": decode_intensity,
    "mla-cache-size": mla_cache_size,
    "mla-cache-ratio": mla_cache_ratio,
    "kv-hybrid": kv_hybrid,
    "v2-cache-saving": cache_saving,
}
CHECKS = read_checks(DECK)


def typed_value(check: Check) -> Fraction:
    """The typed number in base units; a factor and FLOP per byte are plain numbers."""
    return check.number if check.unit in ("x", "FLOP/B") else check.typed


def verdict(values: dict[str, Fraction], check: Check) -> str:
    """`right`, the start of the mistake that the typed number is, or `wrong` (windows of 1 %)."""
    exact = check.note == "kv-max-batch"
    for name, value in values.items():
        if abs(typed_value(check) - value) <= (0 if exact else abs(value) / 100):
            return name
    return "wrong"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check.note}:{check.expected[:20]}")
def test_every_check_line_agrees_with_the_recomputation(check: Check) -> None:
    found = verdict(PROBLEMS[check.note](check), check)
    assert check.expected.startswith(found)


def test_every_problem_checks_a_right_answer_and_a_mistake() -> None:
    right = {check.note for check in CHECKS if check.expected == "right"}
    mistaken = {check.note for check in CHECKS if check.expected not in ("right", "wrong")}
    assert right == mistaken == set(PROBLEMS)


MHA = key_value_bytes(80, 64, HEAD, 2)
GQA = key_value_bytes(80, 8, HEAD, 2)
LATENT = 512 + 64
LATENT_INTENSITY = Fraction(128 * (2 * LATENT + 2 * 512), 2 * LATENT)
STATES = Fraction(69 * 96 * HEAD * HEAD * 4)
LAYERS = Fraction(95, 60)
BITS = Fraction(16, 6)
PER_LAYER = Fraction(2 * 8 * HEAD, LATENT)
GIGA = 10**9

Figure = tuple[str, str, Fraction, str]
FIGURES: list[Figure] = [
    ("claim-70b-40gb", "{} GB", GQA * CONTEXT / GIGA, ".2f"),
    ("claim-70b-40gb", "{} GiB", GQA * CONTEXT / 2**30, ".0f"),
    ("claim-70b-40gb", "[ ] {} GB", MHA * CONTEXT / 2 / GIGA, ".1f"),
    ("claim-70b-40gb", "[x] {} GB", MHA * CONTEXT / GIGA, ".1f"),
    ("claim-70b-40gb", "[ ] {} GB", MHA * CONTEXT * 2 / GIGA, ".1f"),
    ("claim-70b-40gb", "{}", MHA, ",.0f"),
    ("claim-70b-40gb", "{}", GQA, ",.0f"),
    ("kv-max-batch", "{} GB", Fraction("70.55") * 2, ".1f"),
    ("kv-max-batch", "{} GB", GQA * CONTEXT / GIGA, ".2f"),
    ("gqa-choice", "{}", MHA, ",.0f"),
    ("gqa-choice", "{}", GQA, ",.0f"),
    ("kv-decode-intensity", "= {}$", LATENT_INTENSITY, ".1f"),
    ("kv-decode-intensity", "{}", 2 * LATENT_INTENSITY, ".1f"),
    ("mla-cache-size", "{}", Fraction(61 * LATENT * 2), ",.0f"),
    ("mla-cache-size", "{}", key_value_bytes(126, 8, HEAD, 2), ",.0f"),
    ("mla-cache-ratio", "{}", Fraction(2 * 128 * HEAD, LATENT), ".1f"),
    ("mla-cache-ratio", "{}", PER_LAYER, ".2f"),
    ("v2-cache-93-percent", "{}", PER_LAYER, ".2f"),
    ("v2-cache-93-percent", "{}", LAYERS, ".2f"),
    ("v2-cache-93-percent", "{}", BITS, ".2f"),
    ("v2-cache-93-percent", "= {}$", PER_LAYER * LAYERS * BITS, ".1f"),
    ("v2-cache-93-percent", "{} %", 100 * (1 - 1 / (PER_LAYER * LAYERS * BITS)), ".2f"),
    ("v2-cache-93-percent", "{} %", 100 * (1 - 1 / (PER_LAYER * LAYERS)), ".1f"),
    ("v2-cache-saving", "{} %", 100 * (1 - 1 / (PER_LAYER * LAYERS * BITS)), ".1f"),
    ("v2-cache-saving", "{} %", 100 * (1 - 1 / (PER_LAYER * LAYERS)), ".1f"),
    ("v2-cache-saving", "{} %", 100 * (1 - 1 / PER_LAYER), ".1f"),
    ("kv-hybrid", "{}", Fraction(24 * LATENT * 2), ",.0f"),
    ("kv-hybrid", "{} MB", STATES / 10**6, ".1f"),
    ("kv-hybrid", "{}", STATES / (69 * LATENT * 2), ",.0f"),
]  # fmt: skip


@pytest.mark.parametrize("language", ["", ".zh"])
@pytest.mark.parametrize(("note", "pattern", "value", "form"), FIGURES)
def test_every_figure_in_prose_agrees_with_the_recomputation(
    note: str,
    pattern: str,
    value: Fraction,
    form: str,
    language: str,
    deck_notes: Callable[[str], dict[str, str]],
) -> None:
    if language == ".zh":
        pattern = pattern.replace(" %", "%")
    assert pattern.format(format(float(value), form)) in deck_notes(DECK + language)[note]


def test_caches_of_a_70b_model_overtake_its_weights_at_the_fourth_long_request() -> None:
    weights, request = Fraction("70.55") * 2 * GIGA, GQA * CONTEXT
    assert 3 * request < weights < 4 * request
    assert weights < MHA * CONTEXT


def test_a_hybrid_saves_about_three_quarters_at_a_million_tokens() -> None:
    tokens = 2**20
    hybrid = 24 * LATENT * 2 * tokens + STATES
    assert Fraction(73, 100) < 1 - hybrid / (93 * LATENT * 2 * tokens) < Fraction(76, 100)


def test_eight_kv_heads_cut_the_cache_of_llama_2_7b_to_a_quarter() -> None:
    assert key_value_bytes(32, 32, HEAD, 2) == 4 * key_value_bytes(32, 8, HEAD, 2)


def test_the_translation_has_the_notes_of_the_primary_in_its_order(
    deck_notes: Callable[[str], dict[str, str]],
) -> None:
    assert list(deck_notes(DECK)) == list(deck_notes(DECK + ".zh"))
