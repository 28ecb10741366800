"""Each card type: when it is chosen, what it asks, how it grades."""

import pytest

from recall.cardtypes.bodies import load_body
from recall.cardtypes.infer import infer
from recall.cardtypes.registry import CARD_TYPES
from recall.model.question import (
    Choose,
    Chosen,
    Reveal,
    Revealed,
    Tick,
    Typed,
    TypeNumbers,
    TypeText,
    VerdictKind,
)
from recall.model.rating import Rating
from tests.cardtypes.notes import codes, drafts, note, translated

BASIC = "## Why?\n\nBecause.\n"
ANSWERED = "## Read this\n\nand that.\n\n**Answer**\n\nThe answer.\n"
REVERSED = "## MLA\n\nOne latent for all heads.\n\n**Type:** reversed\n"
CLOZE = "## V3 picks ==8== of ==256== experts\n"
CHOICE = "## Which?\n\n- [ ] one\n\n  not that\n- [x] two\n\n**Why**\n\nSo.\n"
TYPED = "## Name it\n\n**Accept:** multi-head latent attention | MLA | a\\|b\n"
POINTS = "## Defend it\n\n**Points**\n\n- first\n- second\n- third\n"
NUMERIC = (
    "## Bytes\n\n{{n}} bytes in kB?\n\n**Given**\n\n- `n` from 1000..9000 step 1000\n\n"
    "**Steps**\n\n1. Divide: `answer = n / 1000` kB\n"
)
ALL = {
    "basic": BASIC,
    "reversed": REVERSED,
    "cloze": CLOZE,
    "choice": CHOICE,
    "typed": TYPED,
    "points": POINTS,
    "numeric": NUMERIC,
}


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_the_type_follows_from_the_content(name: str, text: str) -> None:
    kind = infer(note(text), CARD_TYPES).value
    assert kind is not None
    assert kind.name == name


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_a_body_survives_its_json(name: str, text: str) -> None:
    for draft in drafts(text):
        loaded = load_body(name, draft.body.dump())
        assert loaded == draft.body
        assert loaded.question() == draft.body.question()


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_giving_up_is_graded_by_every_type(name: str, text: str) -> None:
    verdict = drafts(text)[0].body.grade(Revealed())
    expected = VerdictKind.UNGRADED if name in ("basic", "reversed", "cloze") else VerdictKind.WRONG
    assert verdict.kind is expected


def test_a_basic_note_asks_its_heading_and_answers_with_its_body() -> None:
    (draft,) = drafts(BASIC)
    question = draft.body.question()
    assert (question.front, question.back, question.input) == ("Why?", "Because.", Reveal())


def test_with_an_answer_heading_and_body_ask() -> None:
    question = drafts(ANSWERED)[0].body.question()
    assert question.front == "Read this\n\nand that."
    assert question.back == "The answer."


def test_a_reversed_note_makes_a_card_for_each_direction() -> None:
    forward, backward = drafts(REVERSED)
    assert (forward.facet, backward.facet) == ("forward", "backward")
    assert forward.body.question().front == backward.body.question().back == "MLA"


def test_a_cloze_note_hides_one_mark_and_shows_the_others() -> None:
    first, second = drafts(CLOZE)
    assert (first.facet, second.facet) == ("c1", "c2")
    assert first.body.question().front == "V3 picks ==[…]== of 256 experts"
    assert first.body.question().back == "V3 picks ==8== of 256 experts"
    assert second.body.question().front == "V3 picks 8 of ==[…]== experts"
    assert first.body.question().cloze == "V3 picks {{c1::8}} of {{c2::256}} experts"


def test_the_same_number_hides_together_and_a_hint_stands_in_the_gap() -> None:
    (only,) = drafts("## {{c1::Nope}} and {{c1::RoPE::position}}\n")
    assert only.body.question().front == "==[…]== and ==[position]=="


def test_nested_clozes_hide_their_own_part() -> None:
    outer, inner = drafts("## {{c1::eight of {{c2::256}} experts}}\n")
    assert outer.body.question().front == "==[…]=="
    assert inner.body.question().front == "eight of ==[…]== experts"


def test_a_mark_put_in_front_moves_no_number() -> None:
    known = {"c1": "8", "c2": "256"}
    made = drafts("## In V3 of ==2024==: ==8== of ==256== experts\n", known=known)
    assert [draft.facet for draft in made] == ["c1", "c2", "c3"]
    assert made[2].body.question().front == "In V3 of ==[…]==: 8 of 256 experts"


def test_a_mark_that_changed_a_little_keeps_its_number() -> None:
    known = {"c1": "the shared latent", "c2": "64"}
    made = drafts("## ==a new one== ==the shared latents== ==64==\n", known=known)
    first = next(draft for draft in made if draft.facet == "c1")
    assert "the shared latents" in first.body.question().back
    assert first.body.question().front.startswith("a new one ==[…]==")


def test_a_number_that_was_used_is_not_given_to_another_mark() -> None:
    known = {"c1": "alpha", "c2": "omega", "c3": "a word that went away"}
    made = drafts("## ==alpha== ==omega== ==12345== ==67890==\n", known=known)
    assert {draft.facet for draft in made} >= {"c1", "c2"}
    assert {draft.facet for draft in made} - {"c1", "c2", "c3"}


def test_a_translation_takes_the_numbers_of_its_primary() -> None:
    primary, words = "## ==alpha== and ==beta==\n", "## ==阿尔法== 和 ==贝塔==\n"
    first, second = translated(primary, words)
    assert first.body.question().front == "==[…]== 和 贝塔"
    assert (first.facet, second.facet) == ("c1", "c2")


def test_a_translation_may_reorder_numbered_marks() -> None:
    primary, words = "## {{c1::alpha}} {{c2::beta}}\n", "## {{c2::贝塔}} {{c1::阿尔法}}\n"
    first, _ = translated(primary, words)
    assert first.body.question().front == "贝塔 ==[…]=="


def test_options_carry_their_feedback() -> None:
    spec = drafts(CHOICE)[0].body.question().input
    assert isinstance(spec, Choose)
    assert [(o.text, o.right, o.feedback) for o in spec.options] == [
        ("one", False, "not that"),
        ("two", True, ""),
    ]
    assert spec.shuffle
    assert not spec.multiple


def test_a_fixed_order_is_kept() -> None:
    text = CHOICE + "\n**Order:** fixed\n"
    spec = drafts(text)[0].body.question().input
    assert isinstance(spec, Choose)
    assert not spec.shuffle


def test_a_wrong_option_gets_its_feedback() -> None:
    verdict = drafts(CHOICE)[0].body.grade(Chosen(frozenset({0})))
    assert verdict.kind is VerdictKind.MISTAKE
    assert verdict.details == ("Not right: one", "not that")
    assert verdict.suggested is Rating.AGAIN


@pytest.mark.parametrize("written", ["\n  not that\n", "\n  - not that\n", "  - not that\n"])
def test_feedback_may_be_a_paragraph_or_a_nested_item(written: str) -> None:
    (draft,) = drafts(f"## Which?\n\n- [ ] one\n{written}- [x] two\n")
    spec = draft.body.question().input
    assert isinstance(spec, Choose)
    assert spec.options[0].feedback == "not that"


def test_a_wrong_text_does_not_give_the_answer_away() -> None:
    assert "MLA" not in drafts(TYPED)[0].body.grade(Typed("GQA")).message


def test_of_several_right_options_all_are_wanted() -> None:
    text = "## Which?\n\n- [x] a\n- [x] b\n- [ ] c\n"
    body = drafts(text)[0].body
    assert body.grade(Chosen(frozenset({0, 1}))).kind is VerdictKind.RIGHT
    verdict = body.grade(Chosen(frozenset({0})))
    assert verdict.kind is VerdictKind.WRONG
    assert "b" in verdict.details[0]


@pytest.mark.parametrize(
    "answer",
    ["MLA", "mla", "ＭＬＡ", "Multi-Head latent attention", "multi head latent  attention", "A|B"],
)
def test_typed_answers_are_folded_before_they_are_compared(answer: str) -> None:
    assert drafts(TYPED)[0].body.grade(Typed(answer)).kind is VerdictKind.RIGHT


def test_an_invisible_space_does_not_make_a_typed_answer_wrong() -> None:
    assert drafts(TYPED)[0].body.grade(Typed("multi\u00a0head latent attention")).kind is (
        VerdictKind.RIGHT
    )


@pytest.mark.parametrize("answer", ["GQA", "MLA2", "ML"])
def test_other_texts_are_wrong(answer: str) -> None:
    assert drafts(TYPED)[0].body.grade(Typed(answer)).kind is VerdictKind.WRONG


def test_the_first_accepted_form_is_shown_as_the_answer() -> None:
    question = drafts(TYPED)[0].body.question()
    assert isinstance(question.input, TypeText)
    assert question.back == "**multi-head latent attention**"


def test_points_are_ticked() -> None:
    assert drafts(POINTS)[0].body.question().input == Tick(("first", "second", "third"))


def test_a_numeric_note_asks_with_numbers_and_replays_a_variant() -> None:
    body = drafts(NUMERIC)[0].body
    question = body.question(3)
    assert isinstance(question.input, TypeNumbers)
    assert question.front == "Bytes\n\n4000 bytes in kB?"
    assert body.grade(Typed("4 kB"), 3).kind is VerdictKind.RIGHT
    assert body.question(3) == question


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("## Why?\n\n**Why**\n\nNo answer at all.\n", "E402"),
        ("## Which?\n\n- [x] a\n- [ ] b\n\n**Accept:** a\n", "E401"),
        ("## Which?\n\nx\n\n**Type:** multiple\n", "E403"),
        ("## Which?\n\nx\n\n**Type:** choice\n", "E404"),
        ("## Name\n\n**Accept:** | \n", "E404"),
        ("## Why?\n\nx\n\n**Type:** cloze\n", "E404"),
        ("## Why?\n\nx\n\n**Order:** fixed\n", "W405"),
        ("## Which?\n\n- [x] a\n", "E406"),
        ("## Say\n\n**Points**\n\nprose only\n", "E407"),
        ("## Which?\n\n- [x] a\n- [ ] b\n\n**Order:** random\n", "E408"),
        ("## Which?\n\n- [x] a\n- [ ] a\n", "W410"),
        ("## Which?\n\n- [x] a\n" + "".join(f"- [ ] {n}\n" for n in range(9)), "E411"),
        ("## Say\n\n**Points**\n\n" + "".join(f"- {n}\n" for n in range(10)), "E411"),
        ("## Give\n\nx\n\n**Given**\n\n- `a` from 1, 2\n", "E404"),
    ],
)
def test_what_does_not_fit_is_reported(text: str, code: str) -> None:
    assert code in codes(text)


def test_a_type_line_decides_between_two_types() -> None:
    text = "## Which?\n\n- [x] a\n- [ ] b\n\n**Points**\n\n- p\n\n**Type:** choice\n"
    assert codes(text) == ["W405"]


def test_the_chinese_name_of_a_type_works() -> None:
    forward, _ = drafts("## MLA\n\n多头潜在注意力\n\n**类型：** 双向\n")
    assert forward.facet == "forward"


def test_a_translation_takes_right_options_from_the_primary() -> None:
    words = "## 哪一个？\n\n- [ ] 一\n- [x] 二\n"
    primary = "## Which?\n\n- [x] one\n- [ ] two\n"
    spec = translated(primary, words)[0].body.question().input
    assert isinstance(spec, Choose)
    assert [(o.text, o.right) for o in spec.options] == [("一", True), ("二", False)]


def test_a_translation_grades_in_its_language() -> None:
    body = translated(POINTS, "## 论证\n\n**要点**\n\n- 一\n- 二\n- 三\n")[0].body
    assert "要点" in body.grade(Revealed()).message


def test_an_answer_accepted_in_either_language_is_right() -> None:
    body = translated(TYPED, "## 名称\n\n**接受**：多头潜在注意力\n")[0].body
    assert body.grade(Typed("MLA")).kind is VerdictKind.RIGHT
    assert body.grade(Typed("多头潜在注意力")).kind is VerdictKind.RIGHT


def test_a_translated_problem_keeps_the_primarys_program() -> None:
    words = "## 字节\n\n{{n}} 字节是多少 kB？\n\n**步骤**\n\n1. 除以一千\n"
    body = translated(NUMERIC, words)[0].body
    assert body.question(3).front == "字节\n\n4000 字节是多少 kB？"
    assert body.grade(Typed("4"), 3).kind is VerdictKind.RIGHT
