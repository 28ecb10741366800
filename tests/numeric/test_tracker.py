"""What went wrong in other systems for numeric questions, and must not here."""

from collections.abc import Callable

import pytest

from recall.numeric.problem import Problem, compile_problem
from recall.numeric.proof import prove

Write = Callable[[str], Problem]
Ask = Callable[..., Problem]


def kind(problem: Problem, text: str) -> str:
    return problem.grade(problem.variant(0), text).kind.value


def test_answers_are_computed_from_the_values_that_are_shown(problem: Write) -> None:
    made = problem(
        "Q {{x}}\n\n**Given**\n\n- `x` from 0.98765432..1\n\n"
        "**Steps**\n\n1. `answer = 1 / (1 - x)`\n"
    )
    shown = made.variant(0).shown["x"]
    assert shown == "0.9877"
    assert float(made.variant(0).truth) == pytest.approx(1 / (1 - float(shown)))


def test_dividing_by_zero_is_asked_back_and_no_failure(ask: Ask) -> None:
    made = ask("", "a")
    assert "denominator" in made.grade(made.variant(0), "1/0").message


def test_too_few_digits_are_called_imprecise(ask: Ask) -> None:
    made = ask("", "a", "- `a` from 3.14159")
    assert any("rounded too much" in d for d in made.grade(made.variant(0), "3").details)


@pytest.mark.parametrize("text", ["1e-3", "1.0e-3", "0.001", "1×10⁻³"])
def test_an_exponent_is_no_digit_of_precision(ask: Ask, text: str) -> None:
    assert kind(ask("", "a", "- `a` from 0.001"), text) == "right"


def test_two_slashes_are_explained(ask: Ask) -> None:
    made = ask("", "a")
    assert "one slash" in made.grade(made.variant(0), "1/2/3").message


@pytest.mark.parametrize("tolerance", ["± 0%", "± -1%", "± 0 GB"])
def test_a_tolerance_of_zero_or_less_is_refused(
    text_of: Callable[[str], object], tolerance: str
) -> None:
    text = text_of(f"Q\n\n**Steps**\n\n1. `answer = 1` GB {tolerance}\n")
    assert compile_problem(text).value is None  # type: ignore[arg-type]


def test_all_parts_share_one_draw(problem: Write) -> None:
    made = problem(
        "Q {{a}}\n\n**Given**\n\n- `a` from 1..9\n\n**Steps**\n\n1. Double? `x = 2 * a`\n"
        "2. Four times: `answer = 2 * x`\n"
    )
    variant = made.variant(made.draw("card", 4))
    assert variant.truth == 2 * variant.results["x"] == 4 * variant.values["a"]  # type: ignore[operator]


def test_a_variant_that_cannot_be_graded_never_reaches_a_learner(ask: Ask) -> None:
    made = ask("", "1 / (a - 2)")
    assert [d.code.id for d in prove(made) if d.code.id == "E520"] == ["E520"]
    assert made.variant(made.draw("card", 0)).truth != 0


def test_the_sign_counts(ask: Ask) -> None:
    assert kind(ask("", "a", "- `a` from 3.14159"), "-3.14159") == "mistake"


def test_a_power_of_ten_has_no_lopsided_window(ask: Ask) -> None:
    made = ask("", "a", "- `a` from 10")
    assert (kind(made, "9.8"), kind(made, "10.2")) == ("wrong", "wrong")


@pytest.mark.parametrize("text", ["3.14159265358979", "3.142", "3.14", "22/7"])
def test_more_digits_than_needed_and_any_form_are_right(ask: Ask, text: str) -> None:
    assert kind(ask("", "pi * a", "- `a` from 1"), text) == "right"


def test_the_same_mistake_in_another_unit_gets_the_same_explanation(kv: Problem) -> None:
    typed = ("0.0625 GiB", "64 MiB", "67.109 MB")
    verdicts = [kv.grade(kv.with_values({
        "L": "32", "n_q": "32", "n_kv": "4", "d": "64", "B": "1", "S": "4096", "dtype": "BF16",
    }), text) for text in typed]  # fmt: skip
    assert len({v.mistake for v in verdicts}) == 1
    assert verdicts[0].mistake is not None


def test_exact_answers_survive_unit_conversion(ask: Ask) -> None:
    assert kind(ask("kB exact", "a", "- `a` from 102.9"), "0.1029 MB") == "right"


def test_an_absolute_tolerance_is_converted_with_the_unit(ask: Ask) -> None:
    made = ask("GB ± 500 MB", "a", "- `a` from 100")
    assert (kind(made, "100500 MB"), kind(made, "100501 MB")) == ("right", "wrong")


def test_a_rounded_answer_keeps_its_trailing_zero(ask: Ask) -> None:
    made = ask("", "a / 3", "- `a` from 6.3003001")
    assert made.variant(0).solved[0].printed == "2.100"


def test_a_decimal_comma_is_for_input_only(ask: Ask) -> None:
    made = ask("", "a", "- `a` from 12.5")
    verdict = made.grade(made.variant(0), "12,5")
    assert verdict.message == "Right: 12.5."


def test_decimals_add_up(ask: Ask) -> None:
    assert kind(ask("exact", "a + 0.2", "- `a` from 0.1"), "0.3") == "right"


def test_a_truth_of_many_decimals_has_no_float_noise(ask: Ask) -> None:
    assert kind(ask("exact", "a * 1.6", "- `a` from 252.005"), "403.208") == "right"


@pytest.mark.parametrize("tolerance", ["exact", "± 0.6%", "± 1e-9%"])
def test_the_printed_answer_is_right(ask: Ask, tolerance: str) -> None:
    made = ask(tolerance, "a / 7", "- `a` from 1, 2, 3")
    printed = [made.variant(n).solved[0].printed for n in range(3)]
    assert [made.grade(made.variant(n), t).kind.value for n, t in enumerate(printed)] == [
        "right"
    ] * 3


def test_a_question_says_its_variant_and_is_replayed_from_it(kv: Problem) -> None:
    asked = kv.question(kv.variant(kv.draw("card", 3)))
    assert asked.variant is not None
    assert kv.question(kv.variant(asked.variant)) == asked


@pytest.mark.parametrize(("text", "expected"), [("0", "wrong"), ("0 GB", "wrong"), ("0 s", "ask")])
def test_zero_has_a_unit_too(ask: Ask, text: str, expected: str) -> None:
    assert kind(ask("GB", "a"), text) == expected


def test_tolerance_is_a_share_of_the_truth(ask: Ask) -> None:
    made = ask("± 10%", "a", "- `a` from 4")
    assert (kind(made, "4.4"), kind(made, "4.44")) == ("right", "wrong")


def test_every_unit_has_the_same_tolerance(ask: Ask) -> None:
    made = ask("GiB ± 1%", "a", "- `a` from 100")
    assert (kind(made, "101 GiB"), kind(made, "103424 MiB")) == ("right", "right")


def test_authors_may_write_fractions(ask: Ask) -> None:
    assert kind(ask("exact", "a", "- `a` from 1/3, 2/3"), "1/3") == "right"


@pytest.mark.parametrize("text", ["-13%", "-.13", "-13/100"])
def test_percent_and_fraction_are_both_accepted(ask: Ask, text: str) -> None:
    assert kind(ask("", "a", "- `a` from -0.13"), text) == "right"


@pytest.mark.parametrize("micro", ["\u00b5s", "\u03bcs", "us"])
def test_both_micro_signs_are_known(ask: Ask, micro: str) -> None:
    assert kind(ask("ms", "a", "- `a` from 5"), f"5000 {micro}") == "right"


def test_unit_names_and_functions_do_not_clash(ask: Ask) -> None:
    made = ask("min", "min(a, 9)", "- `a` from 5")
    assert (kind(made, "5 min"), kind(made, "300 s")) == ("right", "right")


@pytest.mark.parametrize(
    "unit", ["token/s", "tokens/s", "tok/s", "tokens per second", "tokens/sec"]
)
def test_units_have_aliases(ask: Ask, unit: str) -> None:
    assert kind(ask("token/s", "a", "- `a` from 5"), f"5 {unit}") == "right"


def test_the_digest_changes_with_anything_that_fixes_grading(ask: Ask) -> None:
    digests = {
        ask("GB").digest, ask("GiB").digest, ask("GB ± 2%").digest, ask("GB", "a + 1").digest,
        ask("GB", "a", "- `a` from 1, 2").digest, ask("GB", "a", "- `a` from 1, 2, 3.0").digest,
    }  # fmt: skip
    assert len(digests) == 6


def test_bytes_are_not_a_plain_number(ask: Ask) -> None:
    made = ask("GiB", "a", "- `a` from 40")
    assert kind(made, "343597383680") == "wrong"
    assert kind(ask("", "a", "- `a` from 40"), "40 B") == "ask"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("12,5 GiB", "right"), ("1 000 byte", "wrong"), ("13.4 Gb", "mistake"), ("6^800000", "ask")],
)
def test_what_unit_libraries_misread_is_read(ask: Ask, text: str, expected: str) -> None:
    assert kind(ask("GiB", "a", "- `a` from 12.5"), text) == expected


@pytest.mark.parametrize("text", ["2", "2.0", "2.000", "4/2", "2e0", "0.2×10^1", "2¹"])
def test_the_form_of_a_number_is_no_part_of_its_verdict(ask: Ask, text: str) -> None:
    assert kind(ask("exact", "a", "- `a` from 2"), text) == "right"


@pytest.mark.parametrize("text", ["1.23", "1.235", "1.2345"])
def test_a_truth_of_many_digits_accepts_its_rounding(ask: Ask, text: str) -> None:
    assert kind(ask("", "a", "- `a` from 1.2345"), text) == "right"


def test_a_count_can_ask_for_the_number_itself(ask: Ask) -> None:
    made = ask("token exact", "a", "- `a` from 100000")
    assert (kind(made, "100000"), kind(made, "100001")) == ("right", "wrong")


@pytest.mark.parametrize("text", ["1e-5", "0.00001", "1/100000", "10^-5"])
def test_tiny_exact_answers_are_right(ask: Ask, text: str) -> None:
    assert kind(ask("exact", "a", "- `a` from 0.00001"), text) == "right"


@pytest.mark.parametrize(("text", "coarse"), [("3e3", True), ("3.14e3", False), ("3.1e3", True)])
def test_coarseness_ignores_the_exponent(ask: Ask, text: str, coarse: bool) -> None:
    made = ask("± 0.01%", "a", "- `a` from 3141.59")
    details = made.grade(made.variant(0), text).details
    assert any("rounded too much" in d for d in details) is coarse
