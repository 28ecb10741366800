"""Decks as one printable page: questions with their answers folded, nothing loaded from elsewhere.

Math is MathML, which browsers set themselves; images are inside the file.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import assert_never
from xml.etree.ElementTree import Element, tostring

from recall.export.path import learning_order
from recall.export.pictures import Fault, Find, gallery
from recall.export.voices import (
    BOTH,
    Voices,
    Writer,
    accepted,
    asked,
    choice,
    merged,
    points,
    voices_of,
)
from recall.model.card import Card, Collection, DeckInfo
from recall.model.ids import CardId, DeckId
from recall.model.question import Choose, Reveal, Tick, TypeNumbers, TypeText
from recall.render.html import Escapes, named_image, to_html, without_paragraph
from recall.render.mathml import to_mathml

GENERATOR = '<meta name="generator" content="recall">'
_WORDS = {
    "en": ("Answer", "Hint", "Show all answers", "Hide all answers"),
    "zh": ("答案", "提示", "展开全部答案", "收起全部答案"),
}
_SCRIPT = """\
(function () {
  var button = document.querySelector("nav button"), all = document.querySelectorAll("details");
  function set(open) { Array.prototype.forEach.call(all, function (d) { d.open = open; }); }
  if (button) button.addEventListener("click", function () {
    var open = button.getAttribute("data-open") !== "1";
    set(open);
    button.setAttribute("data-open", open ? "1" : "");
    button.textContent = button.getAttribute(open ? "data-hide" : "data-show");
  });
  window.addEventListener("beforeprint", function () { set(true); });
})();
"""


Faults = tuple[tuple[CardId, Fault], ...]


def as_page(
    collection: Collection,
    *,
    lang: str | None = None,
    galleries: Callable[[DeckId], Find] = lambda _: gallery(None),
) -> tuple[bytes, Faults]:
    """The cards of a collection as an HTML file, and what was wrong with their texts.

    `lang` is a language, `both`, or None for the cards' own. Decks stand in the order of the
    learning path.
    """
    places = learning_order(collection)
    cards = sorted(collection.cards, key=lambda card: places[card.id])
    decks = {deck.id: deck for deck in collection.decks}
    shown = None if lang == BOTH else lang
    faults: list[tuple[CardId, Fault]] = []
    sections, names = [], []
    for number, (deck, group) in enumerate(groupby(cards, key=lambda card: card.deck), start=1):
        name = _title(decks.get(deck), deck, shown)
        names.append(f'<li><a href="#deck-{number}">{escape(name)}</a></li>')
        sheet = _Sheet(galleries(deck))
        written = "".join(_card(card, lang, sheet, faults) for card in group)
        sections.append(
            f'<section id="deck-{number}">\n<h2>{escape(name)}</h2>\n{written}</section>'
        )
    return _document(names, sections, _words(shown or "en"), shown or "en"), tuple(faults)


def is_ours(beginning: bytes) -> bool:
    """True for a file that begins as ours do."""
    return GENERATOR.encode() in beginning


def _title(deck: DeckInfo | None, name: DeckId, lang: str | None) -> str:
    return name if deck is None else deck.title(lang)


def _words(lang: str) -> tuple[str, str, str, str]:
    return _WORDS["zh" if lang.lower().startswith("zh") else "en"]


def _document(
    names: Sequence[str], sections: Sequence[str], words: tuple[str, str, str, str], lang: str
) -> bytes:
    style = files("recall.export").joinpath("page.css").read_text(encoding="utf-8")
    _, _, show, hide = words
    button = f'<button type="button" data-show="{show}" data-hide="{hide}">{show}</button>'
    html = (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'{GENERATOR}\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Recall</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<nav>\n<ul>{''.join(names)}</ul>\n{button}\n</nav>\n{''.join(sections)}"
        f"<script>\n{_SCRIPT}</script>\n</body>\n</html>\n"
    )
    return html.encode()


def _card(card: Card, lang: str | None, sheet: "_Sheet", found: list[tuple[CardId, Fault]]) -> str:
    voices = voices_of(card, lang)
    first = voices[0]
    under, answer = _input(card, voices, sheet)
    answer += _block("answer", merged(voices, (sheet.field(v.question.back) for v in voices)))
    answer += _block("why", merged(voices, (sheet.field(v.question.why) for v in voices)))
    word, hint, _, _ = _words(first.lang)
    html = (
        f'<article class="card" lang="{escape(first.lang)}">\n'
        + _block("context", merged(voices, (sheet.field(v.question.context) for v in voices)))
        + _block("question", merged(voices, (sheet.field(v.question.front) for v in voices)))
        + under
        + "".join(_hints(voices, hint, sheet))
        + f"<details><summary>{word}</summary>\n{answer}</details>\n"
        + f'<div class="footer"><span>{sheet.inline(card.source)}</span>'
        + f'<span class="id">{escape(card.id)}</span></div>\n</article>\n'
    )
    found += [(card.id, fault) for fault in sheet.faults]
    sheet.faults.clear()
    return html


def _input(card: Card, voices: Voices, sheet: Writer) -> tuple[str, str]:
    """What stands under the question, and what the answer begins with."""
    match voices[0].question.input:
        case Reveal():
            return "", ""
        case Choose():
            fields = choice(voices, card.id, sheet)
            return fields["Options"] + "\n", fields["Verdicts"] + "\n"
        case TypeText():
            return "", accepted(voices, sheet) + "\n"
        case Tick():
            return "", points(voices, sheet) + "\n"
        case TypeNumbers():
            specs = (voice.question.input for voice in voices)
            parts = [spec.parts for spec in specs if isinstance(spec, TypeNumbers)]
            return asked(voices, parts, sheet) + "\n", ""
        case _ as unknown:
            assert_never(unknown)


def _hints(voices: Voices, word: str, sheet: Writer) -> Iterator[str]:
    hints = zip(*(voice.question.hints for voice in voices), strict=False)
    for number, same in enumerate(hints, start=1):
        text = merged(voices, map(sheet.field, same))
        yield f'<details class="hint"><summary>{word} {number}</summary>{text}</details>\n'


def _block(name: str, html: str) -> str:
    return f'<div class="{name}">{html}</div>\n' if html else ""


class _Sheet:
    """Writes the cards of one deck; `faults` collects what was wrong."""

    def __init__(self, find: Find) -> None:
        self.faults: dict[Fault, None] = {}
        self._find = find
        self._escapes = Escapes(formula=self._formula, broken=self._broken, image=self._image)

    def field(self, markdown: str) -> str:
        return to_html(markdown, escapes=self._escapes) if markdown.strip() else ""

    def inline(self, markdown: str) -> str:
        return without_paragraph(self.field(markdown))

    def plain(self, text: str) -> str:
        return escape(text, quote=False)

    def _formula(self, tex: str, display: bool) -> str:
        markup = to_mathml(tex, display=display)
        if isinstance(markup, Element) and not _links(markup):
            return tostring(markup, encoding="unicode")
        return f"<code>{escape(tex)}</code>"

    def _broken(self, tex: str) -> str:
        return f"<code>{escape(tex)}</code>"

    def _image(self, source: str, alt: str) -> str:
        found = self._find(source)
        if isinstance(found, Fault):
            self.faults[found] = None
            return named_image(source, alt)
        content = b64encode(found.content).decode()
        return f'<img src="data:{found.media_type};base64,{content}" alt="{escape(alt)}">'


def _links(markup: Element) -> bool:
    """True if something in a formula leads elsewhere: a deck may come from a stranger."""
    return any("href" in name.lower() for element in markup.iter() for name in element.attrib)
