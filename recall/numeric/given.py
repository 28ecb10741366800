"""Reading `Given`: parameters, derived numbers and conditions."""

import re
from dataclasses import dataclass
from fractions import Fraction

from recall.model.text import CodeSpan, Passage
from recall.numeric.codes import GIVEN, NAME, TOO_BIG, VALUES
from recall.numeric.expression import Expression, compile_condition, compile_number
from recall.numeric.grammar import Refused, Scope, Value, is_name
from recall.numeric.number import MAX_BITS, read_plain
from recall.numeric.printing import show
from recall.numeric.report import (
    EMPTY,
    MAX_ITEMS,
    Report,
    after,
    before,
    offset_in,
    piece,
)
from recall.numeric.template import NO_TEXT, Template, compile_template

MAX_VALUES = 10_000
"""Most values of one parameter."""
MAX_ALL_VALUES = 20_000
"""Most values of all parameters together."""

_DERIVED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)", re.ASCII)
_RANGE = re.compile(r"(.+?)\.\.\s*(.+?)(?:\s+step\s+([×x*]?)\s*(\S+))?", re.IGNORECASE)
_TUPLE = re.compile(r"[(（]([^()（）]*)[)）]")
_BAD_WORD = re.compile(r"[\s,:：，`\[\](){}]")
_FULL_WIDTH = str.maketrans("，（）", ",()")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One line of values: one name, or several that are tied and drawn together.

    `rows[i]` holds one value for each name, `shown[i]` how they print: what is shown is what is
    used. `meaning` is what the symbol means.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    meaning: Template = NO_TEXT


@dataclass(frozen=True, slots=True)
class Derived:
    """A number that follows from parameters above it."""

    name: str
    expression: Expression
    meaning: Template = NO_TEXT


@dataclass(frozen=True, slots=True)
class Keep:
    """A condition that a variant must meet to be drawn."""

    expression: Expression


Given = Parameter | Derived | Keep


@dataclass(frozen=True, slots=True)
class Pending:
    """A `keep` that waits for the names of the steps."""

    passage: Passage
    code: CodeSpan


def read_given(items: tuple[Passage, ...], report: Report) -> tuple[list[Given | Pending], Scope]:
    """The lines in order, and the names they define."""
    lines: list[Given | Pending] = []
    scope = Scope()
    values = 0
    if len(items) > MAX_ITEMS:
        report.add(TOO_BIG, items[0], f"Given has more than {MAX_ITEMS} lines")
        return lines, scope
    for passage in items:
        if not report.short_enough(passage):
            continue
        line, scope = _read_line(passage, scope, report)
        if isinstance(line, Parameter):
            values += len(line.rows) * len(line.names)
            if values > MAX_ALL_VALUES:
                report.add(VALUES, passage, f"there are more than {MAX_ALL_VALUES:,} values in all")
                return lines, scope
        if line is not None:
            lines.append(line)
    return lines, scope


def finish_given(lines: list[Given | Pending], scope: Scope, report: Report) -> tuple[Given, ...]:
    """The lines with their conditions compiled, now that the names of the steps are known."""
    given: list[Given] = []
    for line in lines:
        if not isinstance(line, Pending):
            given.append(line)
            continue
        offset = offset_in(line.passage, line.code)
        source = line.code.text
        found = report.compiled(compile_condition, source, scope, line.passage, offset)
        if found:
            given.append(Keep(found))
    return tuple(given)


def meaning_text(passage: Passage) -> Passage:
    """What a line of Given says a symbol means (empty if it says nothing)."""
    start = after(passage, passage.codes[0]) if passage.codes else 0
    colon = re.search("[:：]", passage.text[start:])
    return piece(passage, start + colon.end(), len(passage.text)) if colon else EMPTY


def _read_line(
    passage: Passage, scope: Scope, report: Report
) -> tuple[Given | Pending | None, Scope]:
    code = passage.codes[0] if passage.codes else None
    head = passage.text[: before(passage, code)].strip().lower() if code else ""
    if code and head == "keep":
        return Pending(passage, code), scope
    if not code or head:
        report.add(GIVEN, passage, "the line begins neither with a code span nor with keep")
        return None, scope
    rest = piece(passage, after(passage, code), len(passage.text))
    if match := _DERIVED.match(code.text):
        return _derived(passage, code, match, rest, scope, report)
    names = tuple(name.strip() for name in code.text.translate(_FULL_WIDTH).split(","))
    if not rest.text.startswith("from"):
        report.add(GIVEN, passage, f"“from” is missing after `{code.text[:40]}`")
        return None, scope
    if not all(_free(name, scope, passage, code, report) for name in names):
        return None, scope
    if len(set(names)) != len(names):
        report.add(NAME, passage, "a name stands twice in a tied tuple", end=code.end)
        return None, scope
    return _parameter(names, piece(rest, 4, len(rest.text)), scope, report)


def _free(name: str, scope: Scope, passage: Passage, code: CodeSpan, report: Report) -> bool:
    if not is_name(name):
        message = f"“{name[:40]}” cannot be a name"
    elif name in scope.numbers or name in scope.words:
        message = f"`{name}` is defined twice"
    else:
        return True
    report.add(NAME, passage, message, start=code.start, end=code.end)
    return False


def _derived(
    passage: Passage, code: CodeSpan, match: re.Match[str], rest: Passage, scope: Scope,
    report: Report,
) -> tuple[Derived | None, Scope]:  # fmt: skip
    name = match[1]
    if not _free(name, scope, passage, code, report):
        return None, scope
    offset = offset_in(passage, code) + match.end()
    expression = report.compiled(compile_number, code.text[match.end() :], scope, passage, offset)
    if rest.text and rest.text[0] not in ":：":
        report.add(GIVEN, rest, "a derived number is followed by a colon or by nothing")
        return None, scope
    meaning = compile_template(piece(rest, 1, len(rest.text)), scope, report)
    known = scope.with_number(name)
    return (Derived(name, expression, meaning), known) if expression else (None, known)


def _parameter(
    names: tuple[str, ...], rest: Passage, scope: Scope, report: Report
) -> tuple[Parameter | None, Scope]:
    colon = re.search("[:：]", rest.text)
    end = colon.start() if colon else len(rest.text)
    values = piece(rest, 0, end)
    meaning = compile_template(
        piece(rest, end + 1, len(rest.text)) if colon else EMPTY, scope, report
    )
    try:
        texts = _values(values.text.translate(_FULL_WIDTH).replace("`", ""), names)
        rows = [tuple(_value(text) for text in row) for row in texts]
        columns = _columns(names, rows)
    except Refused as error:
        report.add(VALUES, values, error.message, hint=error.hint)
        # The names are known all the same: one bad list is one diagnostic.
        for name in names:
            scope = scope.with_number(name)
        return None, scope
    for name, words in zip(names, columns, strict=True):
        scope = scope.with_words(name, words) if words else scope.with_number(name)
    shown = tuple(tuple(texts_) for texts_ in texts)
    return Parameter(names, tuple(rows), shown, meaning), scope


def listed_values(text: str) -> tuple[str, ...]:
    """How the values of a list or a range print, written as after “from”. Raises Refused."""
    return tuple(row[0] for row in _values(text.translate(_FULL_WIDTH).replace("`", ""), ("",)))


def _columns(names: tuple[str, ...], rows: list[tuple[Value, ...]]) -> list[frozenset[str]]:
    """For each name its words, or an empty set if it holds numbers. Mixing is refused."""
    columns = []
    for index, name in enumerate(names):
        words = frozenset(v for v in (row[index] for row in rows) if isinstance(v, str))
        if words and any(not isinstance(row[index], str) for row in rows):
            raise _refuse(
                f"`{name}` mixes numbers and words ({sorted(words)[0][:40]})",
                "a parameter holds numbers or words, not both",
            )
        columns.append(words)
    return columns


def _values(text: str, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The printed rows of a list, a range, or tuples. Raises Refused."""
    if not text.strip():
        raise _refuse("there are no values after “from”")
    if text.lstrip().startswith("("):
        return _tuples(text, names)
    if len(names) > 1:
        raise _refuse("several names need tuples", "write (a, b), (c, d)")
    if ".." in text and (match := _RANGE.fullmatch(text.strip())):
        return [(value,) for value in _range(match)]
    values = [value.strip() for value in text.split(",")]
    for value in values:
        _check_word(value)
    return [(value,) for value in values]


def _tuples(text: str, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    if _TUPLE.sub("", text).replace(",", "").strip():
        raise _refuse("text stands between the tuples", "write (a, b), (c, d)")
    rows = [tuple(v.strip() for v in row.split(",")) for row in _TUPLE.findall(text)]
    for row in rows:
        if len(row) != len(names):
            raise _refuse(f"({', '.join(row)[:60]}) has {len(row)} values for {len(names)} names")
        for value in row:
            _check_word(value)
    return rows


def _check_word(value: str) -> None:
    if not value:
        raise _refuse("a value is empty")
    if read_plain(value) is None and (_BAD_WORD.search(value) or len(value) > 60):
        raise _refuse(
            f"“{value[:40]}” is neither a number nor a word",
            "a word holds no space, comma, colon, bracket or back-tick",
        )


def _value(text: str) -> Value:
    number = read_plain(text)
    if number is None:
        return text
    return number.numerator if number.denominator == 1 else number


def _range(match: re.Match[str]) -> list[str]:
    """Printed values of `a..b step s` or `a..b step ×k`. Raises Refused."""
    first, last = read_plain(match[1]), read_plain(match[2])
    step = Fraction(1) if match[4] is None else read_plain(match[4])
    if first is None or last is None or step is None:
        raise _refuse("a range is not made of numbers", "write 1..10 step 0.5, or 1..64 step ×2")
    if first > last:
        raise _refuse("a range ends before it begins")
    if match[3]:
        if step <= 1 or first <= 0:
            raise _refuse("step ×k needs k > 1 and a positive beginning")
        values = _geometric(first, last, step)
    else:
        if step <= 0:
            raise _refuse("a step must be greater than 0")
        if (last - first) / step >= MAX_VALUES:
            raise _refuse(f"a range has more than {MAX_VALUES:,} values")
        values = [first + i * step for i in range(int((last - first) / step) + 1)]
    # What is shown is what is used: the printed text is the value.
    return list(dict.fromkeys(show(v.numerator if v.denominator == 1 else v) for v in values))


def _geometric(first: Fraction, last: Fraction, step: Fraction) -> list[Fraction]:
    values = []
    while first <= last:
        values.append(first)
        first *= step
        if len(values) > MAX_VALUES or first.denominator.bit_length() > MAX_BITS:
            raise _refuse(f"a range has more than {MAX_VALUES:,} values or too long ones")
    return values


def _refuse(message: str, hint: str = "") -> Refused:
    return Refused(message, 0, 0, hint)
