"""Tags of languages, as file names and front matter have them."""

import re

_LANG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")


def is_lang(tag: str) -> bool:
    """True for what looks like a BCP 47 tag: `en`, `zh`, `zh-Hant`, `pt-BR`."""
    return _LANG.fullmatch(tag) is not None
