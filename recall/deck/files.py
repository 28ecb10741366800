"""Deck files on disk: `<pillar>/<deck>.md`, translations beside them, and `pillars.toml`."""

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from recall.deck import codes
from recall.deck.language import is_lang
from recall.diagnostics import Checked, Code, Diagnostic
from recall.errors import did_you_mean
from recall.model.card import Pillar
from recall.model.ids import DeckId
from recall.source import SourceFile, Span

MAX_BYTES = 4_000_000
"""A larger file is not read."""
PILLARS = "pillars.toml"

_SUFFIX = ".md"
_BOM = b"\xef\xbb\xbf"
_MAX_PILLARS_BYTES = 100_000
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class DeckPath:
    """A deck file. `shown` is the POSIX path that diagnostics print; `lang` None is the primary."""

    path: Path
    shown: str
    deck: DeckId
    lang: str | None = None


def find_decks(root: Path, *, shown: str = "decks") -> Checked[tuple[DeckPath, ...]]:
    """The deck files below a folder, by id, each primary before its translations.

    A folder in it is a pillar, and what lies deeper belongs to that pillar: `a/b/c.md` is the deck
    `a/b/c`. Files right in the folder belong to a pillar of the folder's own name. `README.md` and
    hidden files and folders are never read. `shown` stands for the folder in diagnostics.
    """
    problems: list[Diagnostic] = []
    found = list(_below(root, shown, "", frozenset(), problems))
    kept: dict[tuple[str, str], DeckPath] = {}
    for path in sorted(found, key=lambda p: (p.deck, p.lang or "", p.path.name)):
        first = kept.setdefault((path.deck.casefold(), (path.lang or "").casefold()), path)
        if first is not path:
            message = f"this is the same deck as {first.shown}"
            problems.append(_at(codes.E113, path.shown, message))
    return Checked(tuple(kept.values()), tuple(problems))


def _below(
    folder: Path, shown: str, within: str, above: frozenset[Path], problems: list[Diagnostic]
) -> Iterator[DeckPath]:
    """The deck files in a folder and below it; `within` is its path from the root, as in ids."""
    real = folder.resolve()
    if real in above:
        problems.append(_at(codes.W114, shown, "this link leads to a folder above it"))
        return
    for entry in _entries(folder, shown, problems):
        own = _nfc(entry.name)
        place = f"{shown}/{own}"
        if entry.is_dir():
            inner = f"{within}/{own}" if within else own
            yield from _below(Path(entry.path), place, inner, above | {real}, problems)
        elif _is_deck_name(own):
            name, lang = _split_name(own)
            pillar = within or _nfc(real.name) or "decks"
            yield DeckPath(Path(entry.path), place, DeckId(f"{pillar}/{name}"), lang)


def _entries(folder: Path, shown: str, problems: list[Diagnostic]) -> list[os.DirEntry[str]]:
    """What a folder holds, in order, without hidden files and links to nowhere."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: (_nfc(entry.name), entry.name))
    except OSError as error:
        reason = error.strerror or "unknown reason"
        problems.append(_at(codes.E110, shown, f"the folder cannot be read: {reason}"))
        return []
    kept = []
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_symlink() and not Path(entry.path).exists():
            place = f"{shown}/{_nfc(entry.name)}"
            problems.append(_at(codes.W114, place, "this link leads nowhere"))
        else:
            kept.append(entry)
    return kept


def _is_deck_name(name: str) -> bool:
    folded = name.casefold()
    return folded.endswith(_SUFFIX) and len(folded) > 3 and folded.split(".")[0] != "readme"


def _split_name(name: str) -> tuple[str, str | None]:
    """(deck, language) of a file name: `kv.zh.md` is the Chinese form of `kv`."""
    stem = name[: -len(_SUFFIX)]
    base, dot, tag = stem.rpartition(".")
    return (base, tag) if dot and base and is_lang(tag) else (stem, None)


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _at(code: Code, shown: str, message: str, line: int = 1, column: int = 1) -> Diagnostic:
    return code.at(Span(shown, line, column, line, column), message)


def read_source(path: DeckPath) -> Checked[SourceFile | None]:
    """The normalised text of a deck file; None if it cannot be read, is too large or not UTF-8."""
    try:
        size = path.path.stat().st_size
        if size > MAX_BYTES:
            message = f"the file has {size:,} bytes, more than {MAX_BYTES:,}"
            return Checked(None, (_at(codes.E111, path.shown, message),))
        if not path.path.is_file():
            return Checked(None, (_at(codes.E110, path.shown, "this is no regular file"),))
        raw = path.path.read_bytes()
    except OSError as error:
        message = f"the file cannot be read: {error.strerror or 'unknown reason'}"
        return Checked(None, (_at(codes.E110, path.shown, message),))
    source = SourceFile.from_bytes(path.shown, raw)
    if source.bad_byte is None:
        return Checked(source)
    line, column = source.place(source.text.index("\ufffd"))
    message = f"byte 0x{raw.removeprefix(_BOM)[source.bad_byte]:02X} is not UTF-8"
    return Checked(None, (_at(codes.E112, path.shown, message, line, column),))


def read_pillars(root: Path, *, shown: str = "decks") -> Checked[tuple[Pillar, ...]]:
    """The pillars of `pillars.toml` in their order; none where the file is missing."""
    path = root / PILLARS
    place = f"{shown}/{PILLARS}"
    if not path.exists():
        return Checked(())
    try:
        text = path.read_bytes()[:_MAX_PILLARS_BYTES].decode("utf-8-sig")
        tables = tomllib.loads(text)
    except OSError as error:
        message = f"the file cannot be read: {error.strerror or 'unknown reason'}"
        return Checked((), (_at(codes.E115, place, message),))
    except tomllib.TOMLDecodeError as error:
        found = _TOML_PLACE.search(str(error))
        line, column = (int(found.group(1)), int(found.group(2))) if found else (1, 1)
        message = "not TOML: " + _TOML_PLACE.sub("", str(error)).strip()
        return Checked((), (_at(codes.E115, place, message, line, column),))
    except (UnicodeDecodeError, RecursionError):
        return Checked((), (_at(codes.E115, place, "the file is not readable as TOML"),))
    return _pillars(tables, text, place)


def _pillars(tables: dict[str, object], text: str, place: str) -> Checked[tuple[Pillar, ...]]:
    problems: list[Diagnostic] = []
    ordered: list[tuple[bool, int, str, dict[str, str]]] = []
    for name, table in tables.items():
        line = _line_of(text, name)
        if not isinstance(table, dict):
            message = f"“{name}” must be a table: [{name}]"
            problems.append(_at(codes.E115, place, message, line))
            continue
        order, titles = _settings(name, table)
        for key in table.keys() - {"order", "title"}:
            near = did_you_mean(str(key), ("order", "title"))
            problems.append(_at(codes.W116, place, f"unknown key “{key}” in [{name}].{near}", line))
        if isinstance(order, str) or isinstance(titles, str):
            wrong = " and ".join(each for each in (order, titles) if isinstance(each, str))
            problems.append(_at(codes.E115, place, wrong, line))
        known = order if isinstance(order, int) else None
        words = titles if isinstance(titles, dict) else {}
        ordered.append((known is None, known or 0, name, words))
    ordered.sort(key=lambda each: each[:3])
    pillars = tuple(Pillar(name, at, words) for at, (*_, name, words) in enumerate(ordered))
    return Checked(pillars, tuple(problems))


def _settings(name: str, table: dict[str, object]) -> tuple[int | str | None, dict[str, str] | str]:
    """(order, titles) of a table; text says what is wrong with one of them."""
    order = table.get("order")
    title = table.get("title", {})
    titles: dict[str, str] | str
    if isinstance(title, str):
        titles = {"en": title}
    elif isinstance(title, dict) and all(isinstance(text, str) for text in title.values()):
        titles = {str(lang): str(text) for lang, text in title.items()}
    else:
        titles = f"`title` of [{name}] must be text for each language"
    if order is not None and (isinstance(order, bool) or not isinstance(order, int)):
        return f"`order` of [{name}] must be a whole number", titles
    return order, titles


def _line_of(text: str, name: str) -> int:
    """The line of a table's header."""
    found = re.search(rf"^[ \t]*\[?[ \t]*[\"']?{re.escape(name)}\b", text, re.M)
    return text.count("\n", 0, found.end()) + 1 if found else 1
