"""What a verdict says to the learner in each language. Numeric problems have their own page."""

MESSAGES: dict[str, dict[str, str]] = {
    "en": {
        "shown": "Answer shown.",
        "given_up": "Answer shown without an attempt.",
        "right": "Right.",
        "choice_wrong": "Not right: the answer is {right}.",
        "choice_none": "Choose at least one option.",
        "choice_missed": "Also right: {option}",
        "choice_wrongly": "Not right: {option}",
        "typed_wrong": "“{given}” is not the answer.",
        "typed_yours": "Typed: {text}",
        "typed_nearest": "Accepted: {text}",
        "typed_empty": "Type the answer, or leave the line empty to see it.",
        "points_all": "All {total} points.",
        "points_some": "{got} of {total} points.",
        "points_missed": "Missed: {point}",
    },
    "zh": {
        "shown": "已显示答案。",
        "given_up": "未作答，已显示答案。",
        "right": "正确。",
        "choice_wrong": "不对，正确答案是：{right}。",
        "choice_none": "请至少选择一项。",
        "choice_missed": "漏选：{option}",
        "choice_wrongly": "错选：{option}",
        "typed_wrong": "“{given}”不对。",
        "typed_yours": "你输入的：{text}",
        "typed_nearest": "可接受的：{text}",
        "typed_empty": "请输入答案，或直接回车查看答案。",
        "points_all": "{total} 个要点全部答到。",
        "points_some": "答到 {got} / {total} 个要点。",
        "points_missed": "遗漏：{point}",
    },
}


def say(lang: str, key: str, **values: object) -> str:
    """A sentence in a language, in English where there is none in it."""
    return MESSAGES.get(lang.split("-")[0], MESSAGES["en"])[key].format(**values)
