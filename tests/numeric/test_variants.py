"""Variants by number, by values, and by draw."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest

from recall.model.card import UnknownVariant
from recall.numeric.draws import Deal, Random, distinct_numbers
from recall.numeric.problem import Problem, ProblemError

Write = Callable[[str], Problem]
Ask = Callable[..., Problem]

KV = {"L": "80", "n_q": "64", "n_kv": "8", "d": "128", "S": "131072", "B": "1", "dtype": "BF16"}


def test_the_number_counts_the_product_with_the_last_parameter_fastest(kv: Problem) -> None:
    first, second, last = (kv.variant(n).shown for n in (0, 1, 1535))
    assert (first["L"], first["S"], first["dtype"]) == ("32", "4096", "BF16")
    assert (second["L"], second["S"], second["dtype"]) == ("32", "4096", "FP8")
    assert (last["L"], last["S"], last["dtype"]) == ("80", "131072", "FP8")


@pytest.mark.parametrize("number", [-1, 1536])
def test_a_number_beyond_the_product_is_unknown(kv: Problem, number: int) -> None:
    with pytest.raises(UnknownVariant) as caught:
        kv.variant(number)
    assert caught.value.message == (
        f"There is no variant {number}: the problem now has 1,536, from 0 to 1535."
    )
    assert "before the problem was edited" in caught.value.next_step


EDITS = {
    "How many **GiB**": "Say how many **GiB**",
    "you counted the keys but": "keys, but",
    ": layers": ": its layers",
    "160 GiB is right": "161 GiB is right",
    "total = per_token * S * B": "total  =  per_token  *  S  *  B",
}
"""Edits that change no number and no verdict."""


@pytest.mark.parametrize(("old", "new"), EDITS.items())
def test_a_number_and_the_same_digest_replay_a_question(
    kv: Problem, kv_text: str, problem: Write, old: str, new: str
) -> None:
    edited = problem(kv_text.replace(old, new))
    assert edited.digest == kv.digest
    for number in range(0, 1536, 101):
        one, other = kv.variant(number), edited.variant(number)
        assert (one.shown, one.results) == (other.shown, other.results)
        truth = f"{one.truth} GiB"
        assert kv.grade(one, truth).kind is edited.grade(other, truth).kind


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("32, 48, 61, 80", "48, 32, 61, 80"), ("64, 128", "64"), ("± 1%", "± 2%"),
        ("answer <= 640", "answer <= 64"), ("`answer / 2`", "`answer / 4`"),
        ("2 * L * n_kv", "3 * L * n_kv"), ("`B` from 1, 5", "`B` from 1, 6"),
    ],
)  # fmt: skip
def test_an_edit_that_changes_what_a_number_means_changes_the_digest(
    kv: Problem, kv_text: str, problem: Write, old: str, new: str
) -> None:
    assert problem(kv_text.replace(old, new)).digest != kv.digest


def test_values_of_the_lists_have_a_number_that_replays_them(kv: Problem) -> None:
    variant = kv.with_values(KV)
    assert variant.number is not None
    assert kv.variant(variant.number) == variant


def test_the_example_takes_40_gib(kv: Problem) -> None:
    assert kv.with_values(KV).truth == 40


def test_values_may_leave_the_lists_and_keep(kv: Problem) -> None:
    variant = kv.with_values({**KV, "L": "1", "S": "2^10"})
    assert (variant.number, variant.shown["S"]) == (None, "2^10")


def test_a_tied_tuple_is_picked_by_any_member(kv: Problem) -> None:
    by_word = kv.with_values(KV)
    by_number = kv.with_values({**{k: v for k, v in KV.items() if k != "dtype"}, "w": "2"})
    assert by_word == by_number


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"Q": "1"}, "no parameter “Q”"), ({"per_token": "1"}, "is calculated"),
        ({"L": "eighty"}, "is not a number"), ({"L": "1,234"}, "is not a number"),
        ({"dtype": "FP4"}, "No row"), ({"dtype": "BF16", "w": "1"}, "No row"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_are_refused(
    kv: Problem, change: Mapping[str, str], message: str
) -> None:
    with pytest.raises(ProblemError, match=message):
        kv.with_values({**KV, **change})


def test_every_free_parameter_must_be_named(kv: Problem) -> None:
    with pytest.raises(ProblemError, match="A value for “L” is missing"):
        kv.with_values({k: v for k, v in KV.items() if k != "L"})


def test_a_misspelt_parameter_gets_a_suggestion(kv: Problem) -> None:
    with pytest.raises(ProblemError, match="Did you mean “n_kv”"):
        kv.with_values({**KV, "nkv": "8"})


def test_a_member_that_picks_no_single_row_is_refused(problem: Write) -> None:
    made = problem(
        "{{t}}\n\n**Given**\n\n- `t, a` from (X, 1), (X, 2)\n\n**Steps**\n\n1. `answer = a`\n"
    )
    with pytest.raises(ProblemError, match="fits several rows"):
        made.with_values({"t": "X"})


def test_a_new_word_is_refused_with_the_listed_ones(problem: Write) -> None:
    made = problem(
        "Q {{t}}\n\n**Given**\n\n- `t` from dense, sparse\n\n**Steps**\n\n"
        "1. `answer = 2 if t == dense else 1`\n"
    )
    with pytest.raises(ProblemError, match="Did you mean “dense”"):
        made.with_values({"t": "dens"})


def test_missing_values_come_from_a_variant(kv: Problem) -> None:
    variant = kv.with_some({"L": "48"}, 0)
    assert variant.shown == {**kv.variant(0).shown, "L": "48"}


def test_numbers_without_a_value_are_refused(ask: Ask) -> None:
    made = ask("", "1 / a", "- `a` from 1, 2")
    with pytest.raises(ProblemError, match="division by zero"):
        made.with_values({"a": "0"})


def test_draws_repeat_no_answer_before_all_were_asked(kv: Problem) -> None:
    answers = {kv.variant(o.number).truth for o in kv.program.look()}
    drawn = [kv.variant(kv.draw("kv", n)).truth for n in range(len(answers))]
    assert set(drawn) == answers


def test_draws_never_show_what_keep_refuses(ask: Ask) -> None:
    made = ask("", "a", "- `a` from 1..10\n- keep `a > 7`")
    assert {made.draw("card", n) for n in range(30)} == {7, 8, 9}


def test_no_answer_comes_twice_in_a_row(ask: Ask) -> None:
    made = ask("", "a", "- `a` from 1..3")
    drawn = [made.draw("card", n) for n in range(300)]
    assert all(a != b for a, b in pairwise(drawn))


def test_draws_depend_only_on_card_and_reviews(kv: Problem) -> None:
    again = Problem.load(kv.dump())
    assert [kv.draw("a", n) for n in (5, 0)] == [again.draw("a", n) for n in (5, 0)]


def test_cards_draw_differently(kv: Problem) -> None:
    assert [kv.draw("a", n) for n in range(9)] != [kv.draw("b", n) for n in range(9)]


def test_draws_do_not_change_between_versions() -> None:
    deal = Deal.of((n, n % 5) for n in range(20))
    assert [deal.draw("kv-cache-batch", n) for n in range(10)] == [9, 15, 17, 1, 18, 4, 15, 7, 3, 1]


def test_a_problem_without_variants_left_still_draws(ask: Ask) -> None:
    assert ask("", "a", "- `a` from 1, 2\n- keep `a > 5`").draw("card", 3) == 0


def test_a_huge_product_is_sampled(ask: Ask) -> None:
    lines = "\n".join(f"- `{name}` from 1..100" for name in "abcd")
    made = ask("", "a + b + c + d", lines)
    numbers = [o.number for o in made.program.look()]
    assert len(set(numbers)) == 2000
    assert made.draw("card", 7) in numbers


def test_random_numbers_are_spread_evenly() -> None:
    random = Random("seed")
    counts = Counter(random.below(7) for _ in range(7000))
    assert all(800 < counts[n] < 1200 for n in range(7))


def test_sampled_numbers_reach_the_whole_of_a_product_beyond_64_bits() -> None:
    assert max(distinct_numbers("seed", 2**200, 50)) > 2**190
