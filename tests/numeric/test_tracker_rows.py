"""Every known report about numeric questions elsewhere has a test here, or a reason why not.

The rows are the reports that were collected from the trackers of other systems, by number.
"""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROWS = range(1, 41)

TESTS: dict[int, tuple[str, ...]] = {
    # 1: values shown rounded, answer computed from the unrounded
    1: ("test_answers_are_computed_from_the_values_that_are_shown",),
    # 2: a learner's 1/0 raised an author's issue
    2: ("test_dividing_by_zero_is_asked_back_and_no_failure",),
    # 3: no word about too few digits
    3: ("test_too_few_digits_are_called_imprecise",),
    # 4: the exponent counted as precision
    4: ("test_an_exponent_is_no_digit_of_precision", "test_coarseness_ignores_the_exponent"),
    # 5: two slashes
    5: ("test_two_slashes_are_explained",),
    # 6: tolerances of zero or less
    6: ("test_a_tolerance_of_zero_or_less_is_refused",),
    # 7 and 8: parts with draws of their own; data that parts share
    7: ("test_all_parts_share_one_draw", "test_a_variant_replayed_is_identical"),
    8: ("test_all_parts_share_one_draw",),
    # 9: a failure in grading left the learner stuck
    9: ("test_a_variant_that_cannot_be_graded_never_reaches_a_learner",),
    # 10: the sign was ignored
    10: ("test_the_sign_counts",),
    # 11: 9.8 for 10
    11: ("test_a_power_of_ten_has_no_lopsided_window",),
    # 12: at least n figures, 20: more digits than asked
    12: ("test_more_digits_than_needed_and_any_form_are_right",),
    # 13: the form is judged apart from the value
    13: ("test_the_form_of_a_number_is_no_part_of_its_verdict",),
    # 14: one slip, two explanations
    14: ("test_the_same_mistake_in_another_unit_gets_the_same_explanation",),
    # 15: tolerance 0 after a conversion
    15: ("test_exact_answers_survive_unit_conversion",),
    # 16: an absolute tolerance that was not converted
    16: ("test_an_absolute_tolerance_is_converted_with_the_unit",),
    # 17: the trailing zero of the shown answer
    17: ("test_a_rounded_answer_keeps_its_trailing_zero",),
    # 18: comma in, point out
    18: ("test_a_decimal_comma_is_for_input_only",),
    # 19: value, tolerance and figures mixed
    19: ("test_a_truth_of_many_digits_accepts_its_rounding",),
    20: ("test_more_digits_than_needed_and_any_form_are_right",),
    # 21: float noise in the truth
    21: ("test_a_truth_of_many_decimals_has_no_float_noise", "test_decimals_add_up"),
    # 22: the shown answer was marked wrong
    22: ("test_the_printed_answer_is_right",),
    # 23 and 33: no way to replay what was asked
    23: ("test_a_question_says_its_variant_and_is_replayed_from_it",),
    # 24: zero with any unit
    24: ("test_zero_has_a_unit_too",),
    # 25: one tolerance does not fit all; three figures must pass
    25: ("test_every_variant_is_looked_at",),
    # 26: for some seeds a mistake was right
    26: ("test_mistakes_must_differ_from_the_answer", "test_mistakes_must_differ_from_each_other"),
    # 27: a relative tolerance on counts
    27: ("test_a_count_can_ask_for_the_number_itself",),
    # 28: per cent of the larger number
    28: ("test_tolerance_is_a_share_of_the_truth",),
    # 29: tolerance 0 on 1e-5
    29: ("test_tiny_exact_answers_are_right",),
    # 30: the tolerance of the first right answer only
    30: ("test_every_unit_has_the_same_tolerance",),
    # 31: authors could not write 1/3
    31: ("test_authors_may_write_fractions",),
    # 32: -13 % for -.13
    32: ("test_percent_and_fraction_are_both_accepted",),
    33: ("test_a_question_says_its_variant_and_is_replayed_from_it",),
    # 35: two code points for micro
    35: ("test_both_micro_signs_are_known",),
    # 36: units named like functions
    36: ("test_unit_names_and_functions_do_not_clash",),
    # 37: km/h and km/hrs
    37: ("test_units_have_aliases",),
    # 39: the meaning of old items changed
    39: ("test_the_digest_changes_with_anything_that_fixes_grading",),
    # 40: bytes without a dimension, 6^800000
    40: ("test_bytes_are_not_a_plain_number", "test_what_unit_libraries_misread_is_read"),
}
NOT_HERE: dict[int, str] = {
    34: "it asks that a form (a fraction, not a decimal) can be required; here form never counts",
    38: "it is a wish for numeric questions in Markdown, not a fault",
}


def defined() -> set[str]:
    """The names of the tests of this folder."""
    trees = (ast.parse(p.read_text(encoding="utf-8")) for p in HERE.glob("test_*.py"))
    return {
        node.name
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_row_has_a_test_or_a_reason() -> None:
    assert sorted([*TESTS, *NOT_HERE]) == list(ROWS)


@pytest.mark.parametrize("row", TESTS)
def test_the_tests_of_a_row_exist(row: int) -> None:
    assert set(TESTS[row]) <= defined()
