"""A year of answers as a heat map: a column for each week, a line for each day of the week."""

from collections.abc import Iterable, Mapping

from recall.scheduling.day import date_of

SHADES, ASCII_SHADES = " ·░▒▓█", " .:+#@"
"""From no answer on; the first stands for a day without any, and for days to come."""

WEEKS = 53


def heat_map(
    answers: Mapping[int, int],
    *,
    today: int,
    width: int,
    months: Iterable[str],
    days: Iterable[str],
    ascii_only: bool = False,
) -> list[str]:
    """Eight lines of at most `width` cells: the months, then Monday to Sunday.

    `answers` counts by study day (from 1970-01-01), `months` are twelve short names, `days` seven
    labels of equal width in cells. The busiest day of the year is the darkest.
    """
    labels = list(days)
    left = max(_cells(label) for label in labels) + 1
    monday = today - date_of(today).weekday()
    weeks = max(1, min(WEEKS, width - left))
    first = monday - 7 * (weeks - 1)
    shown = {day: n for day, n in answers.items() if first <= day <= today}
    most = max(shown.values(), default=0)
    shades = ASCII_SHADES if ascii_only else SHADES
    lines = [" " * left + _months(first, weeks, list(months))]
    for weekday, label in enumerate(labels):
        row = (shown.get(first + 7 * week + weekday, 0) for week in range(weeks))
        drawn = "".join(shades[_level(n, most, len(shades) - 1)] for n in row)
        lines.append(label + " " * (left - _cells(label)) + drawn)
    return [line.rstrip() for line in lines]


def _level(answers: int, most: int, highest: int) -> int:
    """0 for none, then 1 to `highest` in equal steps up to the most."""
    return 0 if answers <= 0 else -(-answers * highest // most)


def _months(first: int, weeks: int, names: list[str]) -> str:
    """The name of each month above the week that holds its first day, where it has room."""
    drawn = ""
    for week in range(weeks):
        sunday = date_of(first + 7 * week + 6)
        name = names[sunday.month - 1]
        begins = sunday.day <= 7 and _cells(drawn) <= week and _cells(name) <= weeks - week
        if begins:
            drawn += " " * (week - _cells(drawn)) + name + " "
    return drawn.rstrip()


def _cells(text: str) -> int:
    from recall.render.cells import cell_len

    return cell_len(text)
