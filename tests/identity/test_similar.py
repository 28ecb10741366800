"""Finding notes again by their words."""

import random
import time

from recall.identity.similar import MOST_PAIRS, best_pairs, similar_pairs, similarity, words

SYLLABLES = ("ba", "ko", "mi", "ne", "ru", "ta", "vo", "xi", "zu", "le", "pa", "do")


def text(dice: random.Random, length: int = 30) -> str:
    return " ".join("".join(dice.choices(SYLLABLES, k=3)) for _ in range(length))


def slip(dice: random.Random, written: str) -> str:
    at = dice.randrange(len(written))
    return f"{written[:at]}q{written[at + 1 :]} once more"


def test_equal_texts_are_wholly_similar() -> None:
    assert similarity("a b", "a b") == 1
    assert similarity("abc", "xyz") == 0


def test_of_two_candidates_the_more_similar_wins() -> None:
    pairs = similar_pairs({"new": "abcdefgh"}, {"far": "abcdefxx", "near": "abcdefgx"})
    assert best_pairs((*pair, 0) for pair in pairs) == [("new", "near")]


def test_each_is_taken_once() -> None:
    pairs = [("a", "x", 0.9, 0), ("b", "x", 0.95, 0), ("a", "y", 0.8, 0)]
    assert best_pairs(pairs) == [("b", "x"), ("a", "y")]


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    assert "注意" in words("注意力")
    assert "意力" in words("注意力")


def test_many_edited_texts_are_found_in_time_that_grows_with_their_number() -> None:
    dice = random.Random(1)
    before = {n: text(dice) for n in range(4_000)}
    after = {n: slip(dice, written) for n, written in before.items()}
    assert len(before) * len(after) > 10 * MOST_PAIRS
    begun = time.process_time()
    pairs = best_pairs((*pair, 0) for pair in similar_pairs(after, before))
    assert all(new == old for new, old in pairs)
    assert len(pairs) == len(before)
    # Comparing all 16 million pairs would take minutes.
    assert time.process_time() - begun < 20
