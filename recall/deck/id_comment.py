"""Id comments: `<!-- id: kv-cache-batch -->`, in translations also `, of: 3f9a12c4`."""

import re
from dataclasses import dataclass

from recall.model.ids import is_note_id

ID_COMMENT = re.compile(r"<!--[ \t]*id(?:[ \t]*[:：=]|[ \t]+[^\s:：=>]+[ \t]*-->)", re.I)
"""The beginning of what is meant as an id comment, well formed or not."""

_FIRST_BELOW = re.compile(r"(?:[ \t]*\n)* {0,3}(?=<!--)")
_FIELDS = re.compile(
    r"<!--\s*id\s*[:：]\s*(\S+?)\s*(?:[,，]\s*of\s*[:：]\s*([0-9a-f]{8,64})\s*)?-->", re.I
)


@dataclass(frozen=True, slots=True)
class IdComment:
    """An id comment at `start`:`end` of a text. `id` is None if it is malformed.

    `of` is the digest of the primary that a translation records.
    """

    start: int
    end: int
    id: str | None
    of: str | None = None


def read_id_comment(text: str, begin: int, limit: int) -> IdComment | None:
    """The id comment that is the first thing at `begin`, which is the end of a heading line."""
    space = _FIRST_BELOW.match(text, begin, limit)
    if space is None or ID_COMMENT.match(text, space.end(), limit) is None:
        return None
    start = space.end()
    closed = text.find("-->", start + 4, limit)
    end = limit if closed == -1 else closed + 3
    found = _FIELDS.fullmatch(text, start, end)
    if found is None or not is_note_id(found.group(1)):
        return IdComment(start, end, None)
    return IdComment(start, end, found.group(1), found.group(2))
