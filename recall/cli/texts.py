"""What the program says to a learner: sentences of the catalogue, durations, intervals."""

from collections.abc import Sequence

from recall.cli.catalogue import TEXTS


def say(lang: str | None, key: str, **values: object) -> str:
    """A sentence in a language, in English where there is none in it."""
    texts = TEXTS.get((lang or "en").split("-")[0], TEXTS["en"])
    return texts[key].format(**values)


def counted(lang: str | None, key: str, number: int) -> str:
    """A number with its noun: `1 card`, `2 cards`."""
    return say(lang, f"{key}_one" if number == 1 else f"{key}_many", n=f"{number:,}")


def duration(milliseconds: int, lang: str | None = None) -> str:
    """`45 s`, `12 min`, `3 h 20 min`."""
    seconds = round(milliseconds / 1000)
    if seconds < 60:
        return say(lang, "time_s", n=seconds)
    minutes = round(seconds / 60)
    if minutes < 90:
        return say(lang, "time_min", n=minutes)
    return say(lang, "time_h", hours=minutes // 60, minutes=minutes % 60)


def interval(days: int, lang: str | None = None) -> str:
    """`3 d`, `2.4 mo`, `1.3 y`, as rating keys show it."""
    if days < 31:
        return say(lang, "time_d", n=days)
    if days < 365:
        return say(lang, "time_mo", n=f"{days / 30.44:.1f}")
    return say(lang, "time_y", n=f"{days / 365.25:.1f}")


def packed(parts: Sequence[str], width: int, *, dot: str = " · ") -> list[str]:
    """Parts joined by dots into lines of at most `width` cells where that is possible."""
    from recall.render.cells import cell_len

    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1] + dot + part) <= width:
            lines[-1] += f"{dot}{part}"
        else:
            lines.append(part)
    return lines
