"""Reading labels, and words that nearly are labels."""

import pytest

from recall.deck.labels import CHINESE, near_label, read_label
from recall.deck.syntax import Label


@pytest.mark.parametrize("label", list(Label))
def test_every_label_is_read_in_both_languages(label: Label) -> None:
    for word in (label.value, label.value.upper(), CHINESE[label]):
        for text in (f"**{word}**", f"**{word}:**", f"__{word}：__", f"**{word}** :"):
            read = read_label(f"{text} x")
            assert read is not None
            assert read == (label, len(text) + 1)


@pytest.mark.parametrize(
    "line",
    [
        "**Answer",
        "Answer**",
        "*Answer*",
        "** Answer**",
        "**Answer__",
        "**The answer**",
        " **Answer**",
    ],
)
def test_other_lines_are_no_labels(line: str) -> None:
    assert read_label(line) is None


def test_full_width_letters_are_read() -> None:
    assert read_label("**Ａｎｓｗｅｒ：**") == (Label.ANSWER, 11)


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("Point", Label.POINTS),
        ("Answers", Label.ANSWER),
        ("Anwser", Label.ANSWER),
        ("Sorce", Label.SOURCE),
        ("Mistaeks", Label.MISTAKES),
        ("Misteaks", Label.MISTAKES),
        ("Requries", Label.REQUIRES),
        ("Require", Label.REQUIRES),
        ("Solution", Label.ANSWER),
        ("解答", Label.ANSWER),
        ("步驟", Label.STEPS),
        ("檢查", Label.CHECKS),
        ("誤區", Label.MISTAKES),
    ],
)
def test_words_that_nearly_are_labels(word: str, label: Label) -> None:
    assert near_label(word) is label


@pytest.mark.parametrize("word", ["优点", "误差", "方案", "Result", "Note", "Why not", "A", ""])
def test_words_that_are_not_near(word: str) -> None:
    assert near_label(word) is None
