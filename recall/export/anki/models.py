"""The texts of the note types: what stands on the two sides, and the style sheet."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import genanki

from recall.export.anki.kinds import HIDDEN, NOTE_TYPES, Kind, NoteType
from recall.export.anki.scripts import script

_QUESTION = """\
{{#Context}}<div class="context">{{Context}}</div>{{/Context}}
<div class="question" data-field="Front">%s</div>
"""
_HINTS = """\
{{#Hints}}<div class="hints" data-field="Hints">{{Hints}}</div>{{/Hints}}
"""
_ANSWER = """\
{{#Back}}<div class="answer" data-field="Back">{{Back}}</div>{{/Back}}
"""
_AFTER = """\
{{#Why}}<div class="why" data-field="Why">{{Why}}</div>{{/Why}}
<div class="footer">{{#Source}}<span class="source">{{Source}}</span>{{/Source}}
<span class="id">{{Id}}</span></div>
"""
_RULE = '<hr id="answer">\n'
_LINE = '<div class="line"></div>\n'
_ASKED = """\
<div data-field="Asked">{{Asked}}</div>
{{#Data}}<div class="data" style="display:none">{{Data}}</div>{{/Data}}
"""


@dataclass(frozen=True, slots=True)
class _Sides:
    """The two sides of a card.

    `question` is the field that stands on both; `under` follows it on the front, `kept` on the
    back; `answer` follows the rule. `browse` is what the browser shows as the answer.
    """

    question: str
    answer: str
    browse: str
    under: str = ""
    kept: str = ""


_SIDES: dict[Kind, tuple[_Sides, ...]] = {
    Kind.BASIC: (_Sides("{{Front}}", _ANSWER, "{{Back}}"),),
    Kind.REVERSED: (
        _Sides("{{Front}}", '<div class="answer">{{Back}}</div>\n', "{{Back}}"),
        _Sides("{{Back}}", '<div class="answer">{{Front}}</div>\n', "{{Front}}"),
    ),
    Kind.CLOZE: (_Sides("{{cloze:Text}}", "", "{{cloze:Text}}"),),
    Kind.CHOICE: (
        _Sides("{{Front}}", "{{Verdicts}}\n" + _ANSWER, "{{Verdicts}}", under="{{Options}}\n"),
    ),
    Kind.TYPED: (
        _Sides("{{Front}}", _ANSWER + "{{Accepted}}\n", "{{Back}}", under=_LINE, kept=_LINE),
    ),
    Kind.POINTS: (_Sides("{{Front}}", "{{Points}}\n" + _ANSWER, "{{Points}}"),),
    Kind.NUMERIC: (_Sides("{{Front}}", _ANSWER, "{{Back}}", under=_ASKED, kept=_ASKED),),
}


def _page(body: str, side: str, kind: Kind) -> str:
    attributes = f'lang="{{{{Language}}}}" data-id="{{{{Id}}}}" data-side="{side}"'
    return f'<div class="recall of-{kind}" {attributes}>\n{body}</div>\n{script(kind)}'


def _template(note_type: NoteType, index: int) -> dict[str, Any]:
    kind, sides = note_type.kind, _SIDES[note_type.kind][index]
    question = _QUESTION % sides.question
    # A cloze needs no rule: its answer is the text itself with the mark shown.
    answer = _RULE + sides.answer if sides.answer else ""
    return {
        "id": note_type.template_id(index),
        "name": note_type.templates[index],
        "qfmt": _page(question + sides.under + _HINTS, "front", kind),
        "afmt": _page(question + sides.kept + answer + _AFTER, "back", kind),
        "bqfmt": sides.question,
        "bafmt": sides.browse,
    }


def style_sheet() -> str:
    """The CSS that all note types share."""
    return files("recall.export.anki").joinpath("card.css").read_text(encoding="utf-8")


def genanki_model(kind: Kind) -> Any:
    """A fresh genanki model (genanki changes the dictionaries that it is given)."""
    note_type = NOTE_TYPES[kind]
    return genanki.Model(
        note_type.id,
        note_type.name,
        fields=[
            {
                "name": field.name,
                "id": note_type.field_id(field),
                "font": "Arial",
                "collapsed": field.name in HIDDEN,
                "excludeFromSearch": field.name in HIDDEN,
            }
            for field in note_type.fields
        ],
        templates=[_template(note_type, index) for index in range(len(note_type.templates))],
        css=style_sheet(),
        model_type=genanki.Model.CLOZE if kind is Kind.CLOZE else genanki.Model.FRONT_BACK,
    )
