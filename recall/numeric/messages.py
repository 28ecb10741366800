"""Every sentence that grading and solutions say, in English and Chinese."""

from recall.numeric.number import MAX_TYPED

Field = str | tuple[str, ...]
"""What a message is filled with; several words are joined with “or”."""

LANGUAGES = ("en", "zh")

_TEXTS: dict[str, tuple[str, str]] = {
    # asked again
    "empty": ("Nothing was typed.", "还没有输入答案。"),
    "too-long": (
        f"That is too long to be a number (more than {MAX_TYPED} characters).",
        f"输入太长，不像一个数（超过 {MAX_TYPED} 个字符）。",
    ),
    "too-large": ("The number is too large to be read.", "这个数太大，无法读取。"),
    "no-number": (
        "“{typed}” is not read as a number. Write it like `42.5`, `1.2e9`, `2^30` or `3/8`, "
        "with a unit if you like.",
        "“{typed}”读不成一个数。请写成 `42.5`、`1.2e9`、`2^30` 或 `3/8` 的样子，可以带单位。",
    ),
    "two-slashes": (
        "A fraction has one slash; “{typed}” has more.",
        "分数只有一条斜线，“{typed}”里不止一条。",
    ),
    "zero-denominator": (
        "The denominator of “{typed}” is zero.",
        "“{typed}”的分母是零。",
    ),
    "comma": (
        "“{typed}” can be {thousands} or {decimal}. Write it without the comma, or with a point.",
        "“{typed}”可以读作 {thousands}，也可以读作 {decimal}。请去掉逗号，或改用小数点。",
    ),
    "bytes-or-billions": (
        "Is the B in “{typed}” bytes or billions? Write `e9` for billions; the answer is asked in "
        "{unit}.",
        "“{typed}”里的 B 是字节还是十亿？十亿请写 `e9`；答案的单位是 {unit}。",
    ),
    "unit-case": (
        "“{word}” is no unit: capitals matter. Did you mean {near}?",
        "没有“{word}”这个单位，大小写有别。是不是 {near}？",
    ),
    "unknown-unit": ("“{word}” is not a unit known here.", "不认识单位“{word}”。"),
    "unknown-unit-near": (
        "“{word}” is not a unit known here. Did you mean {near}?",
        "不认识单位“{word}”。是不是 {near}？",
    ),
    "lone-prefix": (
        "“{word}” alone is no unit here; the answer is asked in {unit}.",
        "这里单独的“{word}”不是单位；答案的单位是 {unit}。",
    ),
    "which-data-unit": (
        "“{word}” alone can mean several units. Did you mean {near}?",
        "单独的“{word}”有几种意思。是 {near}？",
    ),
    "other-dimension": (
        "{word} is a different kind of quantity; the answer is asked in {unit}.",
        "{word} 是另一种量；答案的单位是 {unit}。",
    ),
    "plain": ("a plain number", "一个纯数"),
    "plain-typed": ("A plain number", "纯数"),
    # right
    "right": ("Right: {read}.", "正确：{read}。"),
    "right-converted": ("Right: {read} is {converted}.", "正确：{read} 即 {converted}。"),
    "note-thousands": (
        "Right. The comma was read as grouping thousands: {read}.",
        "正确。逗号按千位分隔读作 {read}。",
    ),
    "note-decimal": (
        "Right. The comma was read as the decimal mark: {read}.",
        "正确。逗号按小数点读作 {read}。",
    ),
    "note-fraction": (
        "Right, with {typed} read as a fraction, that is {read}. The answer was asked in {unit}.",
        "正确：{typed} 按比值读作 {read}。题目要求的单位是 {unit}。",
    ),
    "note-spelling": (
        "Right: {read}. {typed} was read as {spelling}.",
        "正确：{read}。{typed} 读作 {spelling}。",
    ),
    "note-carried": (
        "Right for your own earlier value ({earlier}); that value was off, the rest is sound.",
        "按你自己前面的值（{earlier}）算是对的；前面的值有偏差，后面的推理没有问题。",
    ),
    # wrong
    "mistake": ("{read}: {message}", "{read}：{message}"),
    "slip": ("{read} is not the answer: {message}", "{read} 不对：{message}"),
    "wrong": ("{read} is not the answer: it is {off}.", "{read} 不对：{off}。"),
    "read-as": ("Read as {read}, that is {converted}.", "读作 {read}，即 {converted}。"),
    "spelling": ("{typed} was read as {spelling}.", "{typed} 读作 {spelling}。"),
    "too-coarse": (
        "It looks rounded too much; the tolerance is {tolerance}.",
        "看起来取整太多；允许的误差是 {tolerance}。",
    ),
    "off-high": ("{amount} too high", "偏高 {amount}"),
    "off-low": ("{amount} too low", "偏低 {amount}"),
    "off-large": ("about {amount} times too large", "约为正确值的 {amount} 倍"),
    "off-small": ("about {amount} times too small", "太小，正确值约为它的 {amount} 倍"),
    "off-sign": ("of the wrong sign", "正负号不对"),
    "off-by": ("off by {amount}", "相差 {amount}"),
    # slips
    "slip:gib-gb": (
        "decimal and binary prefixes were confused (1 {binary} = {ratio} {decimal}).",
        "混淆了十进制与二进制前缀（1 {binary} = {ratio} {decimal}）。",
    ),
    "slip:bits-bytes": (
        "bits and bytes were confused (1 B = 8 b).",
        "混淆了比特与字节（1 B = 8 b）。",
    ),
    "slip:percent": (
        "percent and fraction were confused (a factor of 100).",
        "混淆了百分数与小数（差 100 倍）。",
    ),
    "slip:thousand": (
        "it is off by a factor of 1000, one prefix step.",
        "差 1000 倍，也就是一级词头。",
    ),
    "slip:1024": (
        "it is off by a factor of 1024, one binary prefix step.",
        "差 1024 倍，也就是一级二进制词头。",
    ),
    "slip:sign": ("the sign is the wrong way round.", "正负号反了。"),
    "slip:reciprocal": (
        "it is the reciprocal of the answer.",
        "这是正确答案的倒数。",
    ),
    "slip:power-of-ten": (
        "it is off by a power of ten (10^{power}).",
        "差了 10 的 {power} 次方。",
    ),
    # questions and solutions
    "given": ("{symbol} = {value}", "{symbol} = {value}"),
    "given-meaning": ("{symbol} = {value}: {meaning}", "{symbol} = {value}：{meaning}"),
    "step": ("{text}: {formula}", "{text}：{formula}"),
    "also": ("{formula}, that is {other}", "{formula}，即 {other}"),
    "and": ("{one} and {two}", "{one}、{two}"),
}
_OR = {"en": " or ", "zh": " 或 "}
_BASE_LETTERS = 2


def language(lang: str) -> str:
    """The language of the messages for a BCP 47 tag: Chinese for `zh…`, else English."""
    return "zh" if lang[:_BASE_LETTERS].lower() == "zh" else "en"


def say(lang: str, key: str, **fields: Field) -> str:
    """The sentence `key` in a language, filled."""
    lang = language(lang)
    joined = {
        name: value if isinstance(value, str) else _OR[lang].join(value)
        for name, value in fields.items()
    }
    return _TEXTS[key][LANGUAGES.index(lang)].format(**joined)


def keys() -> tuple[str, ...]:
    """The keys of all sentences."""
    return tuple(_TEXTS)
