"""New decks and new notes, from templates."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from recall.app.authoring import ReadOnlyDecks, open_deck
from recall.app.reading import deck_paths
from recall.app.replacing import NotWritten, replace_file
from recall.app.workspace import CONFIG, Workspace
from recall.cardtypes.base import Sheet
from recall.cardtypes.infer import infer, make_cards
from recall.cardtypes.registry import CARD_TYPES
from recall.deck.digest import note_digest
from recall.deck.files import DeckPath, find_decks
from recall.deck.syntax import Deck, Note
from recall.deck.templates import deck_template, note_template
from recall.deck.writer import Edit, RawText, read_again
from recall.diagnostics import Diagnostic, has_errors
from recall.errors import UsageError, did_you_mean
from recall.source import SourceFile

_NAME = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A deck file that was made. `first` is True if its folder `decks` was made for it."""

    path: Path
    id: str
    first: bool


@dataclass(frozen=True, slots=True)
class NewNote:
    """A note that was added: the file as diagnostics name it, the line of the heading."""

    path: str
    line: int


def new_deck(
    workspace: Workspace, name: str, *, title: str | None, here: Path | None, lang: str = "en"
) -> NewDeck:
    """Make a deck `<pillar>/<name>` with one example note, in English unless `lang` is Chinese.

    `here` is the current folder if no workspace was named: where there is none yet, it becomes one.
    Raises UsageError for a bad name or one that is taken, NotWritten.
    """
    pillar, slash, deck = name.partition("/")
    if not slash or not all(_NAME.fullmatch(part) for part in (pillar, deck)):
        message = f"“{name}” is no name of a deck"
        raise UsageError(message, "Write PILLAR/NAME in letters, digits and hyphens: moe/routing.")
    if deck.casefold() == "readme":
        raise UsageError("README.md is never a deck", "Choose another name.")
    root, first = _root(workspace, here)
    path = root / pillar / f"{deck}.md"
    taken = [p for p in _decks_in(root) if p.deck.casefold() == f"{pillar}/{deck}".casefold()]
    if taken or path.exists():
        raise UsageError(f"there is a deck {pillar}/{deck} already", f"Edit {path}.")
    words = deck.replace("-", " ").replace("_", " ")
    text = deck_template(
        " ".join((title or "").split()) or words[:1].upper() + words[1:], lang=lang
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        reason = error.strerror or os.strerror(error.errno or 0)
        raise NotWritten(f"{path} cannot be written: {reason}", "Nothing was changed.") from error
    return NewDeck(path, f"{pillar}/{deck}", first)


def _root(workspace: Workspace, here: Path | None) -> tuple[Path, bool]:
    """The folder for new decks, and whether it is new, too."""
    own = [root.path for root in workspace.roots if not root.shipped]
    if own:
        return own[0], False
    if here is None or (workspace.folder / CONFIG).is_file():
        return workspace.folder / "decks", True
    inside = next((p for p in (here, *here.parents) if p.name == "decks"), None)
    if inside is not None:
        message = f"{here} seems to lie in the decks of {inside.parent}"
        raise UsageError(message, f"Run this in {inside.parent}, or name it with --workspace.")
    return here / "decks", True


def _decks_in(root: Path) -> tuple[DeckPath, ...]:
    return find_decks(root).value if root.is_dir() else ()


def new_note(workspace: Workspace, deck: str, *, kind: str, heading: str | None) -> NewNote:
    """Append an example note of a type to a deck, in its language; nothing there is touched.

    Raises UsageError for an unknown deck or a heading that would make another note of it,
    ReadOnlyDecks, NotWritten.
    """
    path = _deck_named(workspace, deck)
    opened = open_deck(path)
    if opened is None:
        raise UsageError(f"{path.shown} cannot be read", "`recall check` says why.")
    title = None if heading is None else " ".join(heading.split())
    if title == "":
        raise UsageError("the heading is empty", "Write the question after --heading.")
    raw = opened.raw
    source = SourceFile.from_bytes(path.shown, raw)
    end = len(source.text)
    gap = "" if not source.text.strip() else "\n" if source.text.endswith("\n") else "\n\n"
    text = note_template(kind, heading=title, lang=opened.read.value.lang)
    after = RawText(raw).apply([Edit(end, end, gap + text)])
    again = read_again(after, opened.read.value)
    note = _added(opened.read.value, again.value)
    if note is None:
        message = f"a note at the end of {path.shown} would not be read as one"
        raise UsageError(message, "`recall check` shows what is left open there.")
    _insist(note, kind, again.value.lang)
    replace_file(path.path, before=raw, after=after)
    return NewNote(path.shown, note.heading.place(0)[0])


def _deck_named(workspace: Workspace, name: str) -> DeckPath:
    primaries = [
        path
        for root in workspace.roots
        if not root.shipped
        for path in deck_paths((root,)).value
        if path.lang is None
    ]
    found = [p for p in primaries if name in (p.deck, p.deck.partition("/")[2])]
    if len(found) == 1:
        return found[0]
    known = [name for p in primaries for name in (p.deck, p.deck.partition("/")[2])]
    if found:
        raise UsageError(
            f"“{name}” may mean {', '.join(p.deck for p in found)}", "Name its pillar."
        )
    if not primaries and workspace.roots:
        shipped = deck_paths(workspace.roots).value
        if any(name in (p.deck, p.deck.partition("/")[2]) for p in shipped):
            raise ReadOnlyDecks
    hint = f"`recall new deck {name if '/' in name else f'PILLAR/{name}'}` makes it."
    raise UsageError(f"there is no deck “{name}”.{did_you_mean(name, tuple(known))}", hint)


def _added(before: Deck, after: Deck) -> Note | None:
    """The last note, if it came to the others and changed none of them."""
    *others, last = after.notes or (None,)
    same = [note_digest(n) for n in others if n] == [note_digest(n) for n in before.notes]
    return last if same and len(after.notes) == len(before.notes) + 1 else None


def _insist(note: Note, kind: str, lang: str) -> None:
    """Raise UsageError unless the note is a good one of that type."""
    inferred = infer(note, CARD_TYPES)
    found: tuple[Diagnostic, ...] = inferred.diagnostics
    name = inferred.value.name if inferred.value else ""
    if inferred.value is not None:
        found += make_cards(inferred.value, Sheet(note, lang, {})).diagnostics
    if name != kind or has_errors(found):
        reason = found[0].message if found else f"the note would be of type {name}"
        raise UsageError(
            f"this heading does not go with a note of type {kind}: {reason}",
            "Choose another heading, or write the note by hand.",
        )
