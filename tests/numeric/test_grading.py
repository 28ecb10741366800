"""Verdicts on typed answers."""

from collections.abc import Callable

import pytest

from recall.model.question import Outcome, VerdictKind
from recall.model.rating import Rating
from recall.numeric.problem import Problem, ProblemError

Write = Callable[[str], Problem]
Ask = Callable[..., Problem]

KV = {"L": "80", "n_q": "64", "n_kv": "8", "d": "128", "S": "131072", "B": "1", "dtype": "BF16"}
PARTS = """\
Q {{a}}

**Given**

- `a` from 3, 5, 7

**Steps**

1. How large is x? `x = a * 10` GB
2. How large is y? `y = x + a` GB
3. Both: `answer = x * y`

**Mistakes**

- `answer * 3`: you counted three.
"""


def kind(problem: Problem, text: str, **values: str) -> str:
    variant = problem.with_values(values) if values else problem.variant(0)
    return problem.grade(variant, text).kind.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("40", "right"),
        ("40 GiB", "right"),
        ("42.95 GB", "right"),
        ("0.0390625 TiB", "right"),
        ("320 Gib", "right"),
        ("42,949,672,960 B", "right"),
        ("4e1", "right"),
        ("４０ ＧｉＢ", "right"),
        ("40.4", "right"),
        ("39.6", "right"),
        ("40.41", "wrong"),
        ("40,123", "note"),
        ("20 GiB", "mistake"),
        ("21.47 GB", "mistake"),
        ("320 GiB", "mistake"),
        ("42.95", "mistake"),
        ("40 GB", "mistake"),
        ("−40", "mistake"),
        ("40000", "mistake"),
        ("41", "wrong"),
        ("343597383680", "wrong"),
        ("0", "wrong"),
        ("40 gib", "ask"),
        ("40 G", "ask"),
        ("40 Gi", "ask"),
        ("40 tokens", "ask"),
        ("40 %", "ask"),
        ("", "ask"),
        ("forty", "ask"),
        ("1/0", "ask"),
        ("40 furlongs", "ask"),
        ("nan", "ask"),
        ("1,234", "ask"),
        ("40 GiB.", "right"),
        ("≈ 40 GiB", "right"),
    ],
)
def test_the_example(kv: Problem, text: str, expected: str) -> None:
    assert kind(kv, text, **KV) == expected


def test_a_mistake_is_named_with_its_numbers(kv: Problem) -> None:
    verdict = kv.grade(kv.with_values(KV), "320 GiB")
    assert verdict.message == ("320 GiB: you used the query heads; only the 8 KV heads are cached.")


def test_a_question_back_suggests_the_spelling(kv: Problem) -> None:
    verdict = kv.grade(kv.with_values(KV), "40 gib")
    assert "GiB or Gib" in verdict.message


def test_a_verdict_says_what_was_read_and_the_truth(kv: Problem) -> None:
    verdict = kv.grade(kv.with_values(KV), "171.8 GB")
    assert verdict.read_as is not None
    assert (verdict.read_as.value, verdict.read_as.unit, verdict.read_as.text) == (
        171.8,
        "GB",
        "171.8 GB",
    )
    assert verdict.truth is not None
    assert (verdict.truth.value, verdict.truth.exact, verdict.truth.text) == (40.0, "40", "40 GiB")


@pytest.mark.parametrize(
    ("text", "rating", "outcome"),
    [
        ("40", Rating.GOOD, Outcome.CORRECT), ("20", Rating.AGAIN, Outcome.INCORRECT),
        ("41", Rating.AGAIN, Outcome.INCORRECT), ("40 gib", None, Outcome.INVALID),
        ("40,123", Rating.GOOD, Outcome.CORRECT),
    ],
)  # fmt: skip
def test_verdict_suggests_a_rating(
    kv: Problem, text: str, rating: Rating | None, outcome: Outcome
) -> None:
    verdict = kv.grade(kv.with_values(KV), text)
    assert (verdict.suggested, verdict.outcome) == (rating, outcome)


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("41", "2.5 % too high"), ("39", "2.5 % too low"), ("90", "about 2.3 times too large"),
        ("12", "about 3.3 times too small"), ("-7", "of the wrong sign"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_told_how_far_off_it_is(kv: Problem, text: str, off: str) -> None:
    assert off in kv.grade(kv.with_values(KV), text).message


@pytest.mark.parametrize(
    ("text", "off"), [("5.1", "太小，正确值约为它的 7.8 倍"), ("314", "约为正确值的 7.9 倍")]
)
def test_how_far_off_is_told_in_chinese(kv: Problem, text: str, off: str) -> None:
    assert off in kv.grade(kv.with_values(KV), text, lang="zh").message


def test_off_a_truth_of_zero_is_an_amount(ask: Ask) -> None:
    made = ask("GB ± 1 GB", "a - a")
    assert "off by 7 GB" in made.grade(made.variant(0), "7").message


def test_an_answer_rounded_too_much_is_told_so(ask: Ask) -> None:
    made = ask("", "a * 4295 / 100", "- `a` from 1")
    assert "rounded too much" in made.grade(made.variant(0), "40").details[0]


def test_the_unit_it_was_converted_to_is_said(kv: Problem) -> None:
    assert "38.1842 GiB" in kv.grade(kv.with_values(KV), "41 GB").details[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("37.5", "right"), ("37.5 %", "right"), ("37", "right"), ("0.375", "note"), ("3/8", "note"),
        ("0.375 %", "mistake"), ("36", "wrong"), ("0.5", "wrong"), ("37.5 pp", "right"),
        ("0.375x", "right"), ("-0.375", "wrong"),
    ],
)  # fmt: skip
def test_where_percent_is_asked_a_fraction_counts_only_if_right(
    ask: Ask, text: str, expected: str
) -> None:
    assert kind(ask("% ± 0.5 pp", "a * 100", "- `a` from 3/8, 1/2"), text) == expected


@pytest.mark.parametrize(
    ("typed", "expected"), [("1", "right"), ("0.9", "wrong"), ("0.01", "note")]
)
def test_a_small_percentage_is_percent_first(ask: Ask, typed: str, expected: str) -> None:
    assert kind(ask("%", "a", "- `a` from 1, 2"), typed) == expected


def test_a_fraction_for_a_percentage_suggests_hard(ask: Ask) -> None:
    made = ask("%", "a * 100", "- `a` from 3/8")
    assert made.grade(made.variant(0), "0.375").suggested is Rating.HARD


@pytest.mark.parametrize(
    ("text", "expected"),
    [("37.5 %", "right"), ("0.375", "right"), ("3/8", "right"), ("37.5", "mistake")],
)
def test_where_a_plain_number_is_asked_percent_converts(ask: Ask, text: str, expected: str) -> None:
    assert kind(ask("", "a", "- `a` from 3/8"), text) == expected


@pytest.mark.parametrize(
    ("unit", "text", "expected"),
    [
        ("FLOP", "140 G", "right"), ("FLOP", "140e9", "right"), ("FLOP", "140 GFLOP", "right"),
        ("FLOP", "0.14T", "right"), ("FLOP", "140 GFLOPS", "ask"), ("FLOP", "140B", "ask"),
        ("FLOP", "140 billion", "right"), ("FLOP", "1400亿", "right"), ("GFLOP", "140 G", "ask"),
        ("param", "140B", "ask"), ("param", "140B parameters", "ask"), ("param", "140 G", "right"),
        ("token", "140G tokens", "right"), ("token", "140000 M", "right"), ("$", "$140G", "right"),
        ("$", "$140,000M", "note"), ("GPU·h", "140G GPU hours", "right"), ("B", "140 G", "ask"),
        ("$", "$140G USD", "right"), ("", "140 G", "right"), ("s", "140 Gs", "ask"),
    ],
)  # fmt: skip
def test_a_lone_prefix_multiplies_only_where_it_is_clear(
    ask: Ask, unit: str, text: str, expected: str
) -> None:
    made = ask(f"{unit} ± 1%", "a * G" if unit != "GFLOP" else "a", "- `a` from 140, 150")
    assert kind(made, text) == expected


def test_bytes_or_billions_is_asked_by_name(ask: Ask) -> None:
    made = ask("param", "a * G", "- `a` from 7")
    assert "bytes or billions" in made.grade(made.variant(0), "7B").message


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1024", "right"), ("2^10", "right"), ("1 024", "right"), ("1,024", "note"),
     ("1024.0", "right"), ("1025", "wrong"), ("1024.001", "wrong"), ("2048", "wrong")],
)  # fmt: skip
def test_exact_counts(ask: Ask, text: str, expected: str) -> None:
    assert kind(ask("exact", "a", "- `a` from 1024, 4096"), text) == expected


def test_exact_answers_convert_exactly(ask: Ask) -> None:
    assert kind(ask("GiB exact", "a", "- `a` from 160"), "171.79869184 GB") == "right"


def test_kilobytes_with_a_capital_k_are_right_with_a_note(ask: Ask) -> None:
    made = ask("kB", "a", "- `a` from 40")
    verdict = made.grade(made.variant(0), "40 KB")
    assert verdict.kind is VerdictKind.NOTE
    assert (verdict.suggested, "kB" in verdict.message) == (Rating.GOOD, True)


def test_a_comma_with_no_right_reading_is_asked_back(ask: Ask) -> None:
    made = ask("", "a", "- `a` from 5")
    verdict = made.grade(made.variant(0), "1,234")
    assert (verdict.kind, "1234 or 1.234" in verdict.message) == (VerdictKind.ASK, True)


@pytest.mark.parametrize(("text", "expected"), [("1234", "right"), ("1,234", "note")])
def test_a_comma_that_groups_thousands_counts_if_right(ask: Ask, text: str, expected: str) -> None:
    assert kind(ask("", "a", "- `a` from 1234"), text) == expected


@pytest.mark.parametrize(
    ("unit", "truth", "typed", "slip"),
    [
        ("GiB", "40", "42.95", "gib-gb"), ("GB", "40", "37.25", "gib-gb"),
        ("TiB", "40", "43.98", "gib-gb"), ("GB/s", "3350", "3350 GiB/s", "gib-gb"),
        ("GB", "40", "320", "bits-bytes"), ("Gb", "40", "5", "bits-bytes"),
        ("GB/s", "400", "400 Gb/s", "bits-bytes"), ("%", "37.5", "0.375 %", "percent"),
        ("", "3/8", "37.5", "percent"), ("x", "2.5", "250", "percent"),
        ("FLOP", "5e9", "5e6", "thousand"), ("ms", "5", "5 s", "thousand"),
        ("MiB", "5", "5 GiB", "1024"), ("B", "5120", "5", "1024"), ("", "5", "-5", "sign"),
        ("x", "2.5", "0.4", "reciprocal"), ("token/s", "50", "0.02", "reciprocal"),
        ("", "5", "50", "power-of-ten"), ("FLOP", "5e9", "5e4", "power-of-ten"),
    ],
)  # fmt: skip
def test_slips_are_named(ask: Ask, unit: str, truth: str, typed: str, slip: str) -> None:
    made = ask(unit, "a", f"- `a` from {truth}")
    verdict = made.grade(made.variant(0), typed)
    assert (verdict.kind, verdict.mistake) == (VerdictKind.MISTAKE, f"slip:{slip}")


@pytest.mark.parametrize(
    ("unit", "truth", "typed"),
    [("s", "40", "42.95"), ("s", "40", "320"), ("s", "40", "4000/1024"), ("s", "40", "0.025"),
     ("%", "40", "2.5"), ("token", "5120", "5")],
)  # fmt: skip
def test_a_slip_needs_a_unit_that_gives_it_meaning(
    ask: Ask, unit: str, truth: str, typed: str
) -> None:
    assert kind(ask(unit, "a", f"- `a` from {truth}"), typed) == "wrong"


def test_a_slip_that_is_right_is_right(ask: Ask) -> None:
    assert kind(ask("GiB ± 20%", "a", "- `a` from 40"), "42.95") == "right"


def test_the_authors_mistakes_come_before_slips(problem: Write) -> None:
    made = problem(
        "Q {{a}}\n\n**Given**\n\n- `a` from 40, 50\n\n**Steps**\n\n1. `answer = a` GB\n\n"
        "**Mistakes**\n\n- `answer * 8`: you forgot that a byte has 8 bits.\n"
    )
    assert made.grade(made.variant(0), "320").message.endswith("you forgot that a byte has 8 bits.")


def test_a_mistake_has_an_id_that_survives_another_order(problem: Write, kv_text: str) -> None:
    first, second = kv_text.split("**Mistakes**\n\n")[1].split("\n")[:2]
    swapped = problem(kv_text.replace(f"{first}\n{second}", f"{second}\n{first}"))
    ids = {m.id for m in problem(kv_text).mistakes}
    assert ids == {m.id for m in swapped.mistakes}


def test_a_mistake_within_the_tolerance_is_right(problem: Write) -> None:
    made = problem(
        "Q {{a}}\n\n**Given**\n\n- `a` from 1000\n\n**Steps**\n\n1. `answer = a`\n\n"
        "**Mistakes**\n\n- `answer + 1`: off by one.\n"
    )
    assert kind(made, "1001") == "right"


def test_parts_are_graded_on_their_own(problem: Write) -> None:
    made = problem(PARTS)
    variant = made.variant(0)
    assert made.grade(variant, "30 GB", part="x").kind is VerdictKind.RIGHT
    assert made.grade(variant, "33", part="y").kind is VerdictKind.RIGHT


def test_an_own_earlier_value_is_carried_forward(problem: Write) -> None:
    made = problem(PARTS)
    verdict = made.grade(made.variant(0), "23", part="y", earlier={"x": "20"})
    assert (verdict.kind, verdict.suggested) == (VerdictKind.NOTE, Rating.HARD)
    assert "x = 20" in verdict.message


def test_an_own_earlier_value_is_carried_through_steps_not_asked(problem: Write) -> None:
    made = problem(PARTS)
    verdict = made.grade(made.variant(0), "460", earlier={"x": "20 GB", "y": "0.023 TB"})
    assert verdict.kind is VerdictKind.NOTE


def test_the_true_value_stays_right_after_a_wrong_earlier_one(problem: Write) -> None:
    made = problem(PARTS)
    assert (
        made.grade(made.variant(0), "33", part="y", earlier={"x": "20"}).kind is VerdictKind.RIGHT
    )


def test_an_unreadable_earlier_value_is_ignored(problem: Write) -> None:
    made = problem(PARTS)
    assert made.grade(made.variant(0), "33", part="y", earlier={"x": "?"}).kind is VerdictKind.RIGHT


def test_mistakes_are_about_the_answer_only(problem: Write) -> None:
    made = problem(PARTS)
    assert made.grade(made.variant(0), "2970").kind is VerdictKind.MISTAKE
    assert made.grade(made.variant(0), "2970", part="y").kind is VerdictKind.WRONG


@pytest.mark.parametrize("earlier", [{}, {"z": "1"}])
def test_a_part_that_does_not_exist_is_an_error(problem: Write, earlier: dict[str, str]) -> None:
    made = problem(PARTS)
    with pytest.raises(ProblemError, match="no part"):
        made.grade(made.variant(0), "1", part="answer" if earlier else "z", earlier=earlier)


@pytest.mark.parametrize(
    "text", ["9" * 10_000_000, " " * 10_000_000, "1," * 99, "\0", "\ud800 1", "²" * 150]
)
def test_hostile_answers_are_asked_back(kv: Problem, text: str) -> None:
    assert kind(kv, text) == "ask"


@pytest.mark.parametrize("text", ["1e-300", "-1e300", "1e300 EB", "2^1000 Pib", "1/3e300 b"])
def test_extreme_numbers_are_judged(kv: Problem, text: str) -> None:
    assert kind(kv, text) == "wrong"


@pytest.mark.parametrize(
    ("text", "words"), [("40", "正确"), ("41", "偏高"), ("40 gib", "大小写"), ("42.95", "二进制")]
)
def test_verdicts_speak_chinese(kv: Problem, text: str, words: str) -> None:
    assert words in kv.grade(kv.with_values(KV), text, lang="zh-Hans").message
