"""A page of random variants of every problem, for a person to skim.

The proof shows that a problem grades as it says; only a reader sees whether what it says is true,
whether the numbers are plausible, and whether the words fit them.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from recall.cardtypes.bodies.numeric import NumericBody
from recall.model.card import Card
from recall.model.question import Question
from recall.numeric.draws import distinct_numbers
from recall.numeric.printing import Number, result
from recall.numeric.problem import MistakeValue
from recall.numeric.steps import ANSWER_NAME, Step
from recall.numeric.units import quantity
from recall.numeric.variants import Variant
from recall.render.html import Escapes, escape_math, to_html, to_inline_html

_FIGURES = 6
_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #8886; border-radius: .5rem; padding: 0 1rem 1rem; margin: 1rem 0;
  break-inside: avoid; }
h2 { margin: 2.5rem 0 0; } h3 { font-size: 1rem; margin: .8rem 0; font-weight: 600; }
h4 { font-size: .8rem; margin: 1rem 0 .2rem; opacity: .7; }
.columns { display: grid; gap: 0 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
code { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
.tex { opacity: .8; } .about { opacity: .7; margin: 0; }
table { border-collapse: collapse; margin-top: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0;
  border-top: 1px solid #8884; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
td > p { margin: 0; } strong.odd { color: #c33; }
"""
_HEAD = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'\">\n"
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    f"<title>Contact sheet</title>\n<style>{_STYLE}</style></head>\n<body>\n"
)
_WORDS = {
    "en": ("Question", "Solution", "Hints", "Why"),
    "zh": ("题目", "解答", "提示", "为什么"),
}
# Math stays TeX: the page needs nothing from elsewhere, and a reader sees what was written.
_ESCAPES = Escapes(math=lambda tex: f'<code class="tex">{escape_math(tex)}</code>')


def is_sheet(path: Path) -> bool:
    """True for a file that begins as a contact sheet does: it may be written over."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return "<title>Contact sheet</title>" in file.read(2_000)


def contact_sheet(cards: Sequence[Card], *, variants: int, seed: int) -> str:
    """One self-contained HTML page with so many variants of every problem among the cards.

    The same cards and seed give the same page. Nothing of a deck gets into it as markup.
    """
    problems = [(card, card.body) for card in cards if isinstance(card.body, NumericBody)]
    about = f"{len(problems)} problems, up to {variants} variants of each, seed {seed}."
    sections = [_section(card, body, variants, seed) for card, body in problems]
    return f'{_HEAD}<h1>Contact sheet</h1>\n<p class="about">{about}</p>\n' + (
        "\n".join(sections) + "\n</body></html>\n"
    )


def _section(card: Card, body: NumericBody, variants: int, seed: int) -> str:
    allowed = [o.number for o in body.problem.program.look() if not o.failure]
    picked = distinct_numbers(f"{seed}/{card.id}", len(allowed), min(variants, len(allowed)))
    seen = set[str]()
    articles = [_article(card, body, body.problem.variant(allowed[i]), seen) for i in picked]
    about = f"{card.id} · {card.deck} · {len(allowed):,} of {body.problem.count():,} variants"
    return (
        f"<section>\n<h2>{_inline(card.title)}</h2>\n"
        f'<p class="about">{escape(about)}</p>\n' + "\n".join(articles) + "\n</section>"
    )


def _article(card: Card, body: NumericBody, variant: Variant, seen: set[str]) -> str:
    numbers = ", ".join(f"{name} = {text}" for name, text in variant.shown.items())
    bodies = _bodies(card, body)
    columns = "\n".join(_words(lang, one.ask(variant), seen) for lang, one in bodies.items())
    return (
        f"<article>\n<h3>Variant {variant.number} · {escape(numbers)}</h3>\n"
        f'<div class="columns">\n{columns}\n</div>\n'
        f"{_accepted(body, variant)}\n{_mistakes(bodies, variant)}\n</article>"
    )


def _bodies(card: Card, body: NumericBody) -> dict[str, NumericBody]:
    """The problem in every language, the primary first."""
    others = {lang: words.body for lang, words in card.translations.items()}
    return {card.lang: body} | {
        lang: other for lang, other in others.items() if isinstance(other, NumericBody)
    }


def _words(lang: str, question: Question, seen: set[str]) -> str:
    """Question and solution; hints and the reason where they differ from those already seen."""
    ask, solution, hints, why = _WORDS["zh" if lang.startswith("zh") else "en"]
    more = [(hints, "\n".join(f"- {hint}" for hint in question.hints)), (why, question.why)]
    parts = [(ask, question.front), (solution, question.back)]
    parts += [(title, text) for title, text in more if text and text not in seen]
    seen.update(text for _, text in more)
    shown = "\n".join(f"<h4>{title}</h4>\n{_blocks(text)}" for title, text in parts)
    return f'<div lang="{escape(lang)}">\n{shown}\n</div>'


def _accepted(body: NumericBody, variant: Variant) -> str:
    rows = []
    for step in body.problem.steps:
        if step.asked or step.name == ANSWER_NAME:
            low, high = step.tolerance.interval(variant.results[step.name])
            span = _amount(low, step)
            if low != high:
                span = f"{span} … {_amount(high, step)}"
            rows.append((f"<code>{escape(step.name)}</code>", span, escape(step.tolerance.label)))
    return _table(("Right", "from … to", "tolerance"), rows)


def _amount(value: Number, step: Step) -> str:
    return escape(quantity(result(value, _FIGURES), step.unit))


def _mistakes(bodies: dict[str, NumericBody], variant: Variant) -> str:
    """Every mistake with its value, what it says in each language, and if it is not named, why."""
    by_language = [body.problem.mistake_values(variant) for body in bodies.values()]
    rows = [
        (escape(same[0].text) + _oddity(same[0]), *(_inline(one.message) for one in same))
        for same in zip(*by_language, strict=True)
    ]
    return _table(("Mistake", *(escape(lang) for lang in bodies)), rows) if rows else ""


def _oddity(mistake: MistakeValue) -> str:
    if mistake.named == mistake.id:
        return ""
    reason = "right here" if mistake.named is None else "taken for an earlier one"
    return f' <strong class="odd">({reason})</strong>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of HTML cells; the second column of numbers stays on one line."""
    cells = "".join(f"<th>{cell}</th>" for cell in head)
    lines = [
        "<tr>" + f'<td class="number">{row[0]}</td>' + "".join(f"<td>{c}</td>" for c in row[1:])
        for row in rows
    ]
    body = "\n".join(f"{line}</tr>" for line in lines)
    return f"<table>\n<tr>{cells}</tr>\n{body}\n</table>"


def _blocks(markdown: str) -> str:
    return to_html(markdown, escapes=_ESCAPES)


def _inline(markdown: str) -> str:
    return to_inline_html(markdown, escapes=_ESCAPES)
