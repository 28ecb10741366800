"""What the compiler proves."""

from collections.abc import Callable

import pytest

from recall.numeric.problem import Problem
from recall.numeric.proof import prove
from tests.timing import cpu_seconds

Write = Callable[[str], Problem]
Ask = Callable[..., Problem]

TEN = "- `a` from 1..10"


def codes(problem: Problem) -> list[str]:
    return [d.code.id for d in prove(problem)]


def with_mistake(problem: Write, formula: str, given: str = TEN) -> Problem:
    return problem(
        f"Q {{{{a}}}}\n\n**Given**\n\n{given}\n\n**Steps**\n\n1. `answer = a`\n\n"
        f"**Mistakes**\n\n- `{formula}`: you did.\n"
    )


def test_the_example_is_sound(kv: Problem) -> None:
    assert prove(kv) == ()


@pytest.mark.parametrize(
    ("unit", "formula", "given", "expected"),
    [
        ("GB", "a", TEN, []),
        ("GB", "1 / (a - 3)", TEN, ["E520"]),
        ("GB", "1 / (a - 3)", TEN + "\n- keep `a != 3`", []),
        ("GB", "1 / (a - 3)", TEN + "\n- keep `answer > 0`", ["E520", "W528"]),
        ("GB", "a", TEN + "\n- keep `a > 10`", ["E524"]),
        ("GB", "a", "- `a` from 1..7", ["W528"]),
        ("GB", "a % 3", TEN, ["E523", "W528"]),
        ("GB ± 1 GB", "a % 3", TEN, ["W528"]),
        ("GB exact", "sqrt(a)", TEN, ["E523"]),
        ("GB exact", "round(sqrt(a) * 100)", TEN, []),
        ("GB within ×2", "a - 5", TEN, ["E523"]),
        ("GB within ×2", "a", TEN, []),
        ("GB ± 0.01%", "a / 7", "- `a` from 100..120", ["E522"]),
        ("GB ± 0.5%", "a / 7", "- `a` from 100..120", []),
        ("GB exact", "a * 1001", TEN, []),
        ("exact", "a / 7", TEN, []),
        ("GB", "10 ** 200 * a", TEN, []),
        ("± 0.5 pp", "a / 1000", TEN, []),
    ],
)  # fmt: skip
def test_every_variant_is_looked_at(
    ask: Ask, unit: str, formula: str, given: str, expected: list[str]
) -> None:
    assert codes(ask(unit, formula, given)) == expected


def test_a_print_that_is_not_right_is_an_error(ask: Ask) -> None:
    assert "E521" in codes(ask("within ×5000", "a", "- `a` from 1234, 2345"))


def test_a_problem_without_given_need_not_vary(problem: Write) -> None:
    assert codes(problem("Q\n\n**Steps**\n\n1. `answer = 2 * 3`\n")) == []


def test_a_diagnostic_names_variant_and_numbers(ask: Ask) -> None:
    diagnostic = prove(ask("", "1 / (a - 3)", TEN))[0]
    assert diagnostic.message == "`answer`: division by zero in variant 2 (a=3)"


def test_asked_steps_are_proved_too(problem: Write) -> None:
    made = problem(
        "Q {{a}}\n\n**Given**\n\n- `a` from 0..9\n\n**Steps**\n\n1. x? `x = a` GB\n"
        "2. `answer = x + 1` GB\n"
    )
    assert codes(made) == ["E523"]


@pytest.mark.parametrize(
    ("formula", "given", "expected"),
    [
        ("answer * 2", TEN, []), ("answer", TEN, ["E525"]), ("answer * 1.005", TEN, ["E525"]),
        ("answer if a > 3 else 0", TEN, ["W526"]), ("answer if a > 8 else 0", TEN, []),
        ("1 / (a - 3)", TEN, ["E520"]),
    ],
)  # fmt: skip
def test_mistakes_must_differ_from_the_answer(
    problem: Write, formula: str, given: str, expected: list[str]
) -> None:
    assert codes(with_mistake(problem, formula, given)) == expected


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ("answer * 3", []), ("2 * a", ["W531"]), ("a * 2.005", ["W531"]), ("a * 2.05", []),
        ("answer * 2 if a > 3 else 99", ["W531"]), ("answer * 2 if a > 8 else 99", []),
        # Where the later one is right, it is not hidden by a mistake.
        ("a * 2 if a > 8 else a", ["W526"]),
    ],
)  # fmt: skip
def test_mistakes_must_differ_from_each_other(
    problem: Write, later: str, expected: list[str]
) -> None:
    made = problem(
        f"Q {{{{a}}}}\n\n**Given**\n\n{TEN}\n\n**Steps**\n\n1. `answer = a`\n\n"
        f"**Mistakes**\n\n- `answer * 2`: one.\n- `{later}`: two.\n"
    )
    assert codes(made) == expected


def test_a_shadowed_mistake_names_both_and_how_often(problem: Write) -> None:
    made = problem(
        f"Q {{{{a}}}}\n\n**Given**\n\n{TEN}\n\n**Steps**\n\n1. `answer = a`\n\n"
        "**Mistakes**\n\n- `answer * 2`: one.\n- `a + a`: two.\n"
    )
    diagnostic = prove(made)[0]
    assert diagnostic.message == "`a + a` equals the earlier `answer * 2` in 100% of variants"
    assert made.source.mistakes[1].excerpt.span() == diagnostic.span


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("- `b` from 1, 2", ["W527"]), ("- `t, b` from (X, 1), (Y, 2)", ["W527"]),
        ("- `c = a * 2`", ["W527"]), ("- `b` from 1, 2\n- keep `b < 3`", []),
    ],
)  # fmt: skip
def test_an_unused_line_is_a_warning(ask: Ask, given: str, expected: list[str]) -> None:
    assert codes(ask("", "a", f"{TEN}\n{given}")) == expected


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ("`a=4`: 4 is right", []), ("`a=4`: 4,001 is right", []), ("`a=400`: 400 is right", []),
        ("`a=4`: 5 is wrong", []), ("`a=4`: x is asked", []), ('`a=4`: 12 is "you did"', []),
        ('`a=4`: 12 is "You  Did."', []), ('`a=4`: 400 is "percent and"', []),
        ("`a=4`: 5 is right", ["E529"]), ("`a=4`: 12 is wrong", ["E529"]),
        ("`a=4`: 4 is asked", ["E529"]), ('`a=4`: 12 is "something else"', ["E529"]),
        ('`a=4`: 5 is "you did"', ["E529"]), ("`b=4`: 5 is right", ["E530"]),
        ("4 is right", ["E530"]), ("`a=x`: 5 is right", ["E530"]),
    ],
)  # fmt: skip
def test_checks_are_run(problem: Write, check: str, expected: list[str]) -> None:
    made = problem(
        f"Q {{{{a}}}}\n\n**Given**\n\n{TEN}\n\n**Steps**\n\n1. `answer = a`\n\n"
        f"**Mistakes**\n\n- `answer * 3`: you did.\n\n**Checks**\n\n- {check}\n"
    )
    assert codes(made) == expected


def test_a_failed_check_says_what_happened(problem: Write, kv_text: str) -> None:
    made = problem(kv_text.replace("160 GiB is right", "161 tokens is right"))
    diagnostic = prove(made)[0]
    assert diagnostic.message == "“161 tokens” is asked, not right"
    assert "different kind" in diagnostic.hint


def test_a_check_is_placed_where_it_stands(problem: Write, kv_text: str) -> None:
    made = problem(kv_text.replace("80 GiB is", "81 GiB is"))
    assert prove(made)[0].span.line == kv_text.split("\n").index("**Checks**") + 5


def test_two_thousand_variants_are_proved_quickly(ask: Ask) -> None:
    made = ask("GB", "a * b", "- `a` from 1..50\n- `b` from 1..40")
    assert codes(made) == []
    assert cpu_seconds(lambda: codes(made)) < 5
