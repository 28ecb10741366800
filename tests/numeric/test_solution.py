"""Worked solutions and questions."""

from collections.abc import Callable

import pytest

from recall.numeric.problem import Problem

Write = Callable[[str], Problem]
Ask = Callable[..., Problem]

KV = {"L": "80", "n_q": "64", "n_kv": "8", "d": "128", "S": "131072", "B": "1", "dtype": "BF16"}


def test_the_example_is_worked_step_by_step(kv: Problem) -> None:
    assert kv.question(kv.with_values(KV)).back == (
        "**40 GiB (42.95 GB)**\n\n"
        "1. A token stores a key and a value for each layer and KV head: "
        "`per_token = 2 * L * n_kv * d * w = 2 * 80 * 8 * 128 * 2 = 327,680 B`\n"
        "2. All tokens of all sequences: "
        "`total = per_token * S * B = 327680 * 131072 * 1 = 42,949,672,960 B`\n"
        "3. In binary units: `answer = total / Gi = 42949672960 / 2**30 = 40 GiB`, that is 42.95 GB"
    )


def test_the_front_is_filled(kv: Problem) -> None:
    front = kv.question(kv.with_values(KV)).front
    assert front.startswith("A decoder has 80 layers, 64 query heads and 8 KV heads of")
    assert front.endswith("for 1 sequences of 131072 tokens?")


def test_hints_and_why_are_filled(problem: Write) -> None:
    made = problem(
        "Q {{a}}\n\n**Given**\n\n- `a` from 2, 3\n\n**Steps**\n\n1. `answer = a * 1000`\n\n"
        "**Hints**\n\n- Think of {{a}}.\n\n**Why**\n\n"
        "Because {{a}} and {{answer}}, $x = {{answer}}$.\n"
    )
    asked = made.question(made.variant(0))
    assert asked.hints == ("Think of 2.",)
    assert asked.why == "Because 2 and 2,000, $x = 2000$."


@pytest.mark.parametrize(
    ("formula", "substituted"),
    [
        ("a * 2", "4 * 2"),
        ("a if a > 3 else 0", "4"),
        ("0 if a > 3 else a", "0"),
        ("(a if a > 3 else 0) * 2", "4 * 2"),
        ("min(a, 2) + n", "min(4, 2) + (-5)"),
        ("n ** 2", "(-5) ** 2"),
        ("a / third", "4 / (1/3)"),
        ("Gi ** 2", "(2**30) ** 2"),
        ("a  *  Ki", "4 * 2**10"),
        ("pi * a", "3.142 * 4"),
        ("-a + 30", "-4 + 30"),
        ("2", "2"),
    ],
)
def test_formulas_are_shown_with_their_numbers(
    problem: Write, formula: str, substituted: str
) -> None:
    made = problem(
        "{{a}} {{n}} {{third}}\n\n**Given**\n\n- `a` from 4\n- `n` from -5\n- `third` from 1/3\n\n"
        f"**Steps**\n\n1. `answer = {formula}`\n"
    )
    assert made.variant(0).solved[0].substituted == substituted


@pytest.mark.parametrize(
    ("unit", "formula", "line"),
    [
        ("", "a / 3", "answer = a / 3 = 2 / 3 = 2/3 ≈ 0.6667"),
        ("s", "a * 500", "answer = a * 500 = 2 * 500 = 1,000 s"),
        ("", "sqrt(a)", "answer = sqrt(a) = sqrt(2) ≈ 1.414"),
        ("$", "a * M", "answer = a * M = 2 * 10**6 = $2,000,000"),
        ("", "7", "answer = 7"),
        ("x", "a / 4", "answer = a / 4 = 2 / 4 = 0.5x"),
        ("± 0.000001%", "a * 12345678 / 7", "answer = a * 12345678 / 7 = 2 * 12345678 / 7 "
         "≈ 3,527,336.6"),
        ("", "2/3", "answer = 2/3 ≈ 0.6667"),
        ("", "a * 499 / 9999", "answer = a * 499 / 9999 = 2 * 499 / 9999 = 998/9999 ≈ 0.09981"),
        ("", "a * 5000 / 9999", "answer = a * 5000 / 9999 = 2 * 5000 / 9999 ≈ 1.000"),
        ("s", "a", "answer = a = 2 s"),
        ("s", "7", "answer = 7 s"),
        ("s", "a if a > 1 else 5", "answer = a = 2 s"),
        ("s", "(a * 3 if a > 1 else 5) + 1", "answer = (a * 3) + 1 = (2 * 3) + 1 = 7 s"),
        ("s", "(a if a > 2 else 12 if a > 1 else 8)", "answer = 12 s"),
    ],
)  # fmt: skip
def test_a_line_ends_with_value_and_unit(ask: Ask, unit: str, formula: str, line: str) -> None:
    made = ask(unit, formula, "- `a` from 2")
    assert made.question(made.variant(0)).back.splitlines()[2] == f"1. So: `{line}`"


@pytest.mark.parametrize(
    ("unit", "headline"),
    [
        ("GiB", "**5 GiB (5.369 GB)**"),
        ("GB", "**5 GB (4.657 GiB)**"),
        ("s", "**5 s**"),
        ("B", "**5 B**"),
    ],
)
def test_data_is_given_in_both_systems(ask: Ask, unit: str, headline: str) -> None:
    made = ask(unit, "a", "- `a` from 5")
    assert made.question(made.variant(0)).back.splitlines()[0] == headline


def test_plain_bytes_are_given_in_gb_and_gib(ask: Ask) -> None:
    made = ask("B", "a * Gi", "- `a` from 5")
    assert "that is 5.369 GB and 5 GiB" in made.question(made.variant(0)).back


def test_a_solved_step_has_all_a_calculator_needs(ask: Ask) -> None:
    step = ask("GB", "a / 3", "- `a` from 1").variant(0).solved[0]
    assert (step.name, step.expression, step.substituted) == ("answer", "a / 3", "1 / 3")
    assert (step.value, step.exact, step.unit, step.printed) == (1 / 3, "1/3", "GB", "0.3333")


def test_mistakes_have_a_message_and_a_value(kv: Problem) -> None:
    values = [(m.message, m.value, m.text) for m in kv.mistake_values(kv.with_values(KV))]
    assert values == [
        ("you counted the keys but not the values.", 20.0, "20 GiB"),
        ("you used the query heads; only the 8 KV heads are cached.", 320.0, "320 GiB"),
    ]


def test_needed_values_that_the_question_hides_are_listed(problem: Write) -> None:
    made = problem(
        "How much?\n\n**Given**\n\n- `a` from 2: apples\n- `t, w` from (X, 3)\n- `b = a * w`\n\n"
        "**Steps**\n\n1. `answer = b`\n\n**Mistakes**\n\n- `answer + 7`: no.\n"
    )
    assert made.question(made.variant(0)).front == "How much?\n\n- `a` = 2: apples\n- `w` = 3"


def test_the_answer_is_the_last_part(kv: Problem) -> None:
    parts = kv.question(kv.variant(0)).input.parts  # type: ignore[union-attr]
    assert [(p.name, p.prompt, p.unit, p.tolerance) for p in parts] == [
        ("answer", "", "GiB", "± 1%")
    ]


def test_a_value_of_ones_own_that_breaks_a_text_shows_a_question_mark(problem: Write) -> None:
    made = problem(
        "Q {{10 / a}}\n\n**Given**\n\n- `a` from 1, 2\n\n**Steps**\n\n1. `answer = a + 1`\n"
    )
    assert made.question(made.with_values({"a": "0"})).front == "Q ?"
