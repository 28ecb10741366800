"""Text that cannot drive a terminal: no escape sequences, no reordering of what is shown."""

import re

_HARMFUL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_SEPARATORS = re.compile(r"\r\n?|[\u2028\u2029]")
_TAB = 4


def clean(text: str) -> str:
    """The text with line ends as LF, tabs as spaces, and U+FFFD for each harmful character.

    Harmful are control characters (an escape sequence would run), directional overrides (they make
    a text read otherwise than it is) and what no file can hold.
    """
    return _HARMFUL.sub("\N{REPLACEMENT CHARACTER}", _SEPARATORS.sub("\n", text)).expandtabs(_TAB)
