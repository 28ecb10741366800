"""Storing problems, translating them, and the sentences they say."""

import json
from collections.abc import Callable

import pytest

from recall.model.question import VerdictKind
from recall.numeric import messages
from recall.numeric.codes import CODES
from recall.numeric.messages import keys, say
from recall.numeric.problem import Problem, ProblemError, ProblemText, compile_problem, translate
from tests.timing import cpu_seconds

Write = Callable[[str], Problem]
Text = Callable[[str], ProblemText]

KV = {"L": "80", "n_q": "64", "n_kv": "8", "d": "128", "S": "131072", "B": "1", "dtype": "BF16"}
CHINESE = """\
解码器有 {{L}} 层，{{n_kv}} 个 KV 头，维度 {{d}}，缓存用 {{dtype}}。
{{B}} 条长 {{S}} 的序列占多少 **GiB**？

**Given**

- `L` from 32, 48, 61, 80：层数
- `n_q` from 32, 64
- `n_kv` from 4, 8
- `d` from 64, 128
- `B` from 1, 5, 12, 64
- `S` from 4096..131072 step ×2
- `dtype，w` from (BF16, 2), (FP8, 1)
- keep `answer >= 1/4 and answer <= 640`

**Steps**

1. 每个 token 在每层每个 KV 头存一个 key 和一个 value：`per_token = 2 * L * n_kv * d * w` B
2. 所有序列的所有 token：
3. 换成二进制单位：`answer = total / Gi` GiB ± 1%

**Mistakes**

- `answer / 2`：你只算了 key，没算 value。
- 你用了 query 头；只缓存 {{n_kv}} 个 KV 头。

**Hints**

- 先算一层里一个 token 占多少字节。
"""


def translated(kv: Problem, text_of: Text) -> Problem:
    checked = translate(kv, text_of(CHINESE))
    assert checked.diagnostics == ()
    assert checked.value is not None
    return checked.value


def test_a_problem_survives_storing(kv: Problem) -> None:
    again = Problem.load(json.loads(json.dumps(kv.dump())))
    assert (again, again.digest) == (kv, kv.digest)
    assert again.question(again.variant(7)) == kv.question(kv.variant(7))


def test_a_translated_problem_survives_storing(kv: Problem, text_of: Text) -> None:
    problem = translated(kv, text_of)
    again = Problem.load(json.loads(json.dumps(problem.dump())))
    assert again == problem
    assert again.question(again.variant(7)) == problem.question(problem.variant(7))


def test_loading_does_not_compile_the_problem_again(kv: Problem, kv_text: str) -> None:
    data = kv.dump()

    def load() -> None:
        for _ in range(20):
            Problem.load(data)

    assert cpu_seconds(load) < 20 * 0.01


@pytest.mark.parametrize("data", [None, {}, [], "x", {"text": {}}, {"text": None, "words": None}])
def test_what_is_no_stored_problem_is_refused(data: object) -> None:
    with pytest.raises(ProblemError, match="cannot be read"):
        Problem.load(data)  # type: ignore[arg-type]


def test_problems_of_other_text_are_not_equal(problem: Write, kv: Problem, kv_text: str) -> None:
    assert problem(kv_text.replace("A decoder", "One decoder")) != kv


def test_words_do_not_change_the_digest(problem: Write, kv: Problem, kv_text: str) -> None:
    assert problem(kv_text.replace("A decoder", "One decoder")).digest == kv.digest


def test_a_translation_keeps_the_numbers_and_takes_the_words(kv: Problem, text_of: Text) -> None:
    problem = translated(kv, text_of)
    asked = problem.question(problem.with_values(KV), lang="zh")
    assert problem.digest == kv.digest
    assert asked.front.startswith("解码器有 80 层")
    assert "2. 所有序列的所有 token：`total = per_token * S * B" in asked.back
    assert asked.hints == ("先算一层里一个 token 占多少字节。",)


def test_a_translation_names_mistakes_in_its_language(kv: Problem, text_of: Text) -> None:
    problem = translated(kv, text_of)
    ours = kv.grade(kv.with_values(KV), "320")
    theirs = problem.grade(problem.with_values(KV), "320", lang="zh")
    assert theirs.message == "320 GiB：你用了 query 头；只缓存 8 个 KV 头。"
    assert theirs.mistake == ours.mistake


def test_a_translation_may_leave_given_out(kv: Problem, text_of: Text) -> None:
    head, rest = CHINESE.split("**Given**")
    assert translate(kv, text_of(head + "**Steps**" + rest.split("**Steps**")[1])).value is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [("2. 所有序列的所有 token：\n", ""), ("- 你用了", "你用了"), ("- 先算一层", "- x\n- 先算一层"),
     ("- `n_q` from 32, 64\n", "")],
)  # fmt: skip
def test_another_number_of_items_is_an_error(
    kv: Problem, text_of: Text, old: str, new: str
) -> None:
    checked = translate(kv, text_of(CHINESE.replace(old, new)))
    assert [d.code.id for d in checked.diagnostics] == ["E540"]
    assert checked.value is None


@pytest.mark.parametrize(
    ("old", "new"), [("2 * L * n_kv", "4 * L * n_kv"), ("answer / 2", "answer / 3")]
)
def test_a_formula_that_differs_is_a_warning_and_not_used(
    kv: Problem, text_of: Text, old: str, new: str
) -> None:
    checked = translate(kv, text_of(CHINESE.replace(old, new)))
    assert [d.code.id for d in checked.diagnostics] == ["W541"]
    assert checked.value is not None
    assert checked.value.with_values(KV).truth == 40


def test_a_bad_placeholder_in_a_translation_is_an_error(kv: Problem, text_of: Text) -> None:
    checked = translate(kv, text_of(CHINESE.replace("{{L}}", "{{layers}}")))
    assert [d.code.id for d in checked.diagnostics] == ["E514"]


def test_a_variant_of_the_primary_is_asked_in_the_translation(kv: Problem, text_of: Text) -> None:
    asked = translated(kv, text_of).question(kv.with_values(KV), lang="zh")
    assert "每个 token 在每层" in asked.back


def test_a_primary_may_be_chinese(text_of: Text) -> None:
    text = CHINESE.replace("2. 所有序列的所有 token：", "2. 合计：`total = per_token * S * B` B")
    text = text.replace("- 你用了", "- `answer * n_q / n_kv`：你用了")
    checked = compile_problem(text_of(text))
    assert checked.diagnostics == ()
    assert checked.value is not None
    assert checked.value.grade(checked.value.with_values(KV), "40").kind is VerdictKind.RIGHT


@pytest.mark.parametrize("key", keys())
def test_every_sentence_is_in_both_languages(key: str) -> None:
    fields = dict.fromkeys(
        (
            "amount",
            "binary",
            "converted",
            "decimal",
            "earlier",
            "formula",
            "meaning",
            "message",
            "near",
            "off",
            "one",
            "other",
            "power",
            "ratio",
            "read",
            "spelling",
            "symbol",
            "text",
            "thousands",
            "tolerance",
            "two",
            "typed",
            "unit",
            "value",
            "word",
        ),
        "x",
    )
    assert all(say(lang, key, **fields) for lang in messages.LANGUAGES)


@pytest.mark.parametrize(
    ("tag", "lang"), [("zh", "zh"), ("zh-Hant", "zh"), ("de", "en"), ("", "en")]
)
def test_other_languages_fall_back_to_english(tag: str, lang: str) -> None:
    assert messages.language(tag) == lang


def test_diagnostic_codes_are_unique_and_explained() -> None:
    assert len({code.id for code in CODES}) == len(CODES)
    assert all(code.title and code.why and code.fix for code in CODES)
