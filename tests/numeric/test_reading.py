"""From the words of a note to a program: given, steps, mistakes, checks, placeholders."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from recall.diagnostics import Diagnostic
from recall.numeric.given import Keep, Parameter
from recall.numeric.problem import Problem, ProblemText, compile_problem
from tests.timing import cpu_seconds

Write = Callable[[str], Problem]
Text = Callable[[str], ProblemText]

FRAME = "What is {{a}}?\n\n**Given**\n\n%s\n\n**Steps**\n\n1. So: `answer = a` GB\n"
STEP = "Q {{a}}\n\n**Given**\n\n- `a` from 1, 2\n\n**Steps**\n\n%s\n"


def found(text_of: Text, text: str) -> tuple[Diagnostic, ...]:
    return compile_problem(text_of(text)).diagnostics


def codes(text_of: Text, text: str) -> list[str]:
    return [d.code.id for d in found(text_of, text)]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("`a` from 32, 48", ["32", "48"]),
        ("`a` from 1/4, 2e9, 2^30: with a meaning", ["1/4", "2e9", "2^30"]),
        ("`a` from 4..32 step ×2", ["4", "8", "16", "32"]),
        ("`a` from 4..33 step x2", ["4", "8", "16", "32"]),
        ("`a` from 1..3", ["1", "2", "3"]),
        ("`a` from 0..1 step 0.25", ["0", "0.25", "0.5", "0.75", "1"]),
        ("`a` from 1..10 step 4", ["1", "5", "9"]),
        ("`a` from 32，48：层数", ["32", "48"]),
        ("`a` from -1, −2", ["-1", "−2"]),
    ],
)
def test_values_print_as_written(problem: Write, line: str, shown: list[str]) -> None:
    assert [row[0] for row in problem(FRAME % f"- {line}").parameters[0].shown] == shown


def test_a_range_value_is_what_it_prints(problem: Write) -> None:
    parameter = problem(FRAME % "- `a` from 1..2 step 1/3").parameters[0]
    assert [row[0] for row in parameter.rows] == [1, Fraction("1.333"), Fraction("1.667"), 2]


@pytest.mark.parametrize(
    "line", ["`t, a` from (BF16, 2), (FP8, 1)", "`t，a` from （BF16，2），（FP8，1）"]
)
def test_tied_tuples(problem: Write, line: str) -> None:
    parameter = problem("{{t}} " + FRAME % f"- {line}").parameters[0]
    assert (parameter.names, parameter.rows) == (("t", "a"), (("BF16", 2), ("FP8", 1)))


def test_derived_numbers_see_what_stands_above(problem: Write) -> None:
    made = problem(FRAME % "- `p` from 2, 3\n- `a = p * 2`: double")
    assert made.variant(1).values["a"] == 6


def test_derived_numbers_do_not_see_what_stands_below(text_of: Text) -> None:
    assert codes(text_of, FRAME % "- `a = p * 2`\n- `p` from 2, 3") == ["E507"]


def test_keep_may_use_step_names(problem: Write) -> None:
    made = problem(FRAME % "- `a` from 1, 2, 3\n- keep `answer > 1`")
    assert isinstance(made.program.given[-1], Keep)
    assert [o.number for o in made.program.look()] == [1, 2]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("a from 1, 2", "E501"), ("`a` of 1, 2", "E501"), ("`a = 2` GB", "E501"),
        ("`a` from", "E502"), ("`a` from 1, , 2", "E502"), ("`a` from 5..1", "E502"),
        ("`a` from 1..9 step 0", "E502"), ("`a` from 1..9 step ×1", "E502"),
        ("`a` from 1..1e300", "E502"), ("`a` from 1..1e300 step ×1.0001", "E502"),
        ("`a` from (1, 2)", "E502"), ("`a, b` from 1, 2", "E502"), ("`a` from two words", "E502"),
        ("`a, b` from (1, 2) and (3, 4)", "E502"), ("`a` from 1, two", "E502"),
        ("`1a` from 1, 2", "E503"), ("`a, a` from (1, 2)", "E503"), ("`min` from 1, 2", "E503"),
        ("`if` from 1, 2", "E503"), ("`a` from 1\n- `a` from 2", "E503"), ("`a = b`", "E507"),
        ("`a` from 1\n- keep `a`", "E506"), ("`a` from 1\n- keep `c > 1`", "E507"),
    ],
)  # fmt: skip
def test_a_bad_line_of_given_is_named(text_of: Text, line: str, code: str) -> None:
    assert code in codes(text_of, FRAME % f"- {line}")


def test_a_diagnostic_points_at_the_word(text_of: Text) -> None:
    diagnostic = found(text_of, STEP % "1. So: `answer = a + bb` GB")[0]
    place = diagnostic.span
    assert (place.line, place.column, place.end_column) == (9, 22, 24)


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ("1. nothing here", "E504"), ("1. `x = a` GB", "E505"), ("1. `a = 2` GB", "E503"),
        ("1. `x = a`\n2. `x = a`\n3. `answer = x`", "E503"), ("1. `sqrt = a` GB", "E503"),
        ("1. `answer = a` furlongs", "E508"), ("1. `answer = a` gb", "E508"),
        ("1. `answer = a` GB ± lots", "E509"), ("1. `answer = a` GB ± 1 s", "E509"),
        ("1. `answer = a` GB ± 0%", "E509"), ("1. `answer = x + a` GB", "E507"),
        ("1. `answer = y` GB\n2. `y = a` GB", "E507"), ("1. `answer = a ^ 2` GB", "E506"),
        ("1. `x = a` GB\n2. `y = a` s\n3. `answer = x + y` GB", "E510"),
        ("1. `x = a` GB\n2. `y = a` s\n3. `answer = min(x, y)` GB", "E510"),
        ("1. `x = a` GB\n2. `y = a` s\n3. `answer = 1 if x < y else 2` GB", "E510"),
        ("1. `x = a` GB\n2. `y = a` GiB\n3. `answer = x - y` GB", "W511"),
        ("1. `x = a` GB\n2. `y = a` s\n3. `answer = 3 - x - 2 + y` GB", "E510"),
        ("1. `x = a` GB\n2. `answer = a` s\n\n**Mistakes**\n\n- `x + answer`: no", "E510"),
        ("1. `x = a` GB\n2. `answer = a` s\n\n**Given**\n\n- `a` from 1\n- keep `x < answer`",
         "E510"),
        ("1. `answer = a` GB " + "x" * 5000, "E515"),
    ],
)  # fmt: skip
def test_a_bad_step_is_named(text_of: Text, steps: str, code: str) -> None:
    assert code in codes(text_of, STEP % steps)


def test_products_of_steps_may_have_any_units(problem: Write) -> None:
    problem(STEP % "1. `x = a` GB/s\n2. `y = a` s\n3. `answer = x * y` GB")


def test_the_last_code_span_with_a_name_is_the_program(problem: Write) -> None:
    made = problem(STEP % "1. Not `x = 1` but `a` and: `answer = a * 2` GB")
    assert made.variant(0).truth == 2


@pytest.mark.parametrize("mark", ["?", "？", "?:", "？："])
def test_a_step_that_asks_is_a_part_of_its_own(problem: Write, mark: str) -> None:
    made = problem(STEP % f"1. How much{mark} `x = a` GB\n2. Then: `answer = x * 2` GB")
    parts = made.question(made.variant(0)).input.parts  # type: ignore[union-attr]
    assert [(p.name, p.prompt) for p in parts] == [("x", "How much" + mark[0]), ("answer", "")]


def test_what_follows_a_step_after_a_blank_line_is_a_remark(problem: Write) -> None:
    made = problem(STEP % "1. So: `answer = a` GB ± 2%\n\n   It grows with {{a}}.")
    assert "It grows with 1." in made.question(made.variant(0)).back


def test_unit_and_tolerance_are_optional(problem: Write) -> None:
    step = problem(STEP % "1. `answer = a`").steps[0]
    assert (step.unit.label, step.tolerance.label) == ("", "± 1%")


@pytest.mark.parametrize(
    "mistake", ["just words", "`a / 2`", "`a / 2`:", "`a = 2`: wrong", "`a /`: x"]
)
def test_a_bad_mistake_is_named(text_of: Text, mistake: str) -> None:
    text = STEP % "1. `answer = a` GB" + f"\n**Mistakes**\n\n- {mistake}\n"
    assert set(codes(text_of, text)) & {"E512", "E506"}


@pytest.mark.parametrize(
    "check", ["`a=1`: 2 GB", "`a=1`: 2 GB is great", "`a`: 2 is right", "`a=1 a=2`: 2 is right"]
)
def test_a_bad_check_is_named(text_of: Text, check: str) -> None:
    assert codes(text_of, STEP % "1. `answer = a` GB" + f"\n**Checks**\n\n- {check}\n") == ["E513"]


@pytest.mark.parametrize("quotes", ['"%s"', "“%s”", "「%s」"])
def test_a_check_quotes_the_beginning_of_a_mistake(problem: Write, quotes: str) -> None:
    check = "\n**Checks**\n\n- `a=1`: 2 GB is " + quotes % "you did" + "\n"
    assert problem(STEP % "1. `answer = a` GB" + check).checks[0].message == "you did"


def test_a_placeholder_that_is_no_expression_is_named(text_of: Text) -> None:
    assert codes(text_of, "{{zzz}} " + STEP % "1. `answer = a` GB") == ["E514"]


def test_braces_in_math_that_are_no_expression_stay_tex(problem: Write) -> None:
    made = problem(r"$\text{{x}}^{ {{a}} }$ " + STEP % "1. `answer = a` GB")
    assert made.question(made.variant(0)).front.startswith(r"$\text{{x}}^{ 1 }$")


def test_placeholders_in_code_are_not_filled(problem: Write) -> None:
    made = problem("`{{a}}` " + STEP % "1. `answer = a` GB")
    assert made.question(made.variant(0)).front.startswith("`{{a}}`")


def test_placeholders_may_calculate(problem: Write) -> None:
    made = problem("{{a * 1000 / 3}} and {{a*5000}} " + STEP % "1. `answer = a` GB")
    assert made.question(made.variant(0)).front.startswith("333.3 and 5000 ")


def test_a_problem_without_steps_is_an_error(text_of: Text) -> None:
    assert codes(text_of, "Q\n\n**Given**\n\n- `a` from 1, 2\n") == ["E504"]


def test_a_problem_without_given_has_one_variant(problem: Write) -> None:
    assert problem("Q\n\n**Steps**\n\n1. `answer = 2 * 3`\n").count() == 1


def test_one_bad_list_is_one_diagnostic(text_of: Text) -> None:
    assert codes(text_of, FRAME % "- `a` from 5..1") == ["E502"]


@pytest.mark.parametrize(
    "text",
    [
        FRAME % ("- `a` from " + "1, " * 300_000 + "1"),
        STEP % ("1. `answer = " + "(" * 400_000 + "` GB"),
        FRAME % ("- `a` from 1..1e300 step 1e-300"),
        STEP % ("1. `answer = a` " + "G" * 10_000_000),
        FRAME % "\n".join(["- `a` from 1, 2"] * 900),
        "{{a}}" * 20_000 + STEP % "1. `answer = a` GB",
        STEP % ("1. " + "`answer = a` " * 5000),
        FRAME % ("- `a, b` from " + "(1, 2), " * 100_000),
    ],
    ids=["list", "brackets", "range", "unit", "lines", "holes", "programs", "tuples"],
)
def test_hostile_problems_are_refused_at_once(text_of: Text, text: str) -> None:
    words = text_of(text)
    assert cpu_seconds(lambda: compile_problem(words)) < 2
    checked = compile_problem(words)
    assert checked.value is None
    assert checked.diagnostics


def test_parameters_are_lines_of_values(kv: Problem) -> None:
    assert all(isinstance(p, Parameter) for p in kv.parameters)
    assert kv.count() == 1536


def test_the_formulas_of_a_problem_are_bounded_together(text_of: Text) -> None:
    steps = "\n".join(f"1. `x{i} = {'a*' * 20}a`" for i in range(30))
    diagnostics = found(text_of, STEP % f"{steps}\n1. `answer = x1`")
    assert [d.code.id for d in diagnostics] == ["E515"]


def test_the_values_of_a_problem_are_bounded_together(text_of: Text) -> None:
    lines = "\n".join(f"- `{name}` from 1..9000" for name in ("a", "b", "c"))
    assert "E502" in codes(text_of, FRAME % lines)


def test_a_costly_problem_is_sampled(problem: Write) -> None:
    steps = "\n".join(f"1. `x{i} = {'a*' * 20}a`" for i in range(20))
    made = problem(STEP.replace("1, 2", "1..9999") % f"{steps}\n1. `answer = x1`")
    assert sum(1 for _ in made.program.look()) == 2000
