"""Where math between dollars begins and ends, on plain strings.

The rules are stricter than those of the usual plugins, so that `$5 and $10` stays text: an opening
`$` is not followed by white space; the next unescaped `$` closes it, or nothing does; the closing
one has no white space before it and no digit after it. Between `$$` and `$$` white space is free.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Math:
    """Math in a line of text: `start` and `end` enclose the dollars, `double` is True for `$$`."""

    start: int
    end: int
    double: bool

    @property
    def content(self) -> slice:
        """What stands between the dollars."""
        width = 2 if self.double else 1
        return slice(self.start + width, self.end - width)


def is_escaped(text: str, position: int) -> bool:
    """True if an odd number of backslashes stands before `position`."""
    begin = position
    while begin > 0 and text[begin - 1] == "\\":
        begin -= 1
    return (position - begin) % 2 == 1


def run_end(text: str, position: int, limit: int) -> int:
    """The end of the run of equal characters that begins at `position`."""
    mark, end = text[position], position
    while end < limit and text[end] == mark:
        end += 1
    return end


def math_at(text: str, position: int, limit: int) -> Math | None:
    """The math that the run of dollars at `position` opens, or None.

    The caller has made sure that the dollar is not escaped and that the run begins there.
    """
    width = run_end(text, position, limit) - position
    if width > 2:
        return None
    begin = position + width
    close = _next_dollar(text, begin, limit)
    if close is None or not text[begin:close].strip():
        return None
    if width == 2:
        end = run_end(text, close, limit)
        return Math(position, end, True) if end - close == 2 else None
    if text[begin].isspace() or text[close - 1].isspace():
        return None
    if close + 1 < limit and text[close + 1].isdigit():
        return None
    return Math(position, close + 1, False)


def _next_dollar(text: str, position: int, limit: int) -> int | None:
    found = text.find("$", position, limit)
    while found != -1 and is_escaped(text, found):
        found = text.find("$", found + 1, limit)
    return None if found == -1 else found
