"""The settings above the first line of a deck: YAML, read without constructing anything.

Only plain scalars, lists and one level of mapping are understood. Anchors, aliases and tags are
refused before the document is composed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import yaml

from recall.deck import codes
from recall.deck.language import is_lang
from recall.diagnostics import Checked, Code, Diagnostic
from recall.errors import did_you_mean
from recall.source import SourceFile, Span

KEYS = ("title", "pillar", "order", "requires", "tags", "sources", "lang")
FOREIGN = frozenset({
    "alias", "aliases", "cssclass", "cssclasses", "publish", "permalink", "created", "updated",
    "modified", "date",
})  # fmt: skip
"""Keys that note-taking programs write; they are passed over without a word."""
MAX_CHARACTERS = 16_384
MAX_DEPTH = 8

_FENCE = re.compile(r"---[ \t]*(?:\n|\Z)")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.M)
_NOTE = re.compile(r"^##[ \t]", re.M)
_STAMPED = re.compile(r"^##[ \t][^\n]*\n(?:[ \t]*\n)*<!--\s*id\s*[:：]", re.M | re.I)
_SETTING = re.compile(r"\s*(?:#[^\n]*\n\s*)*[A-Za-z_]+[ \t]*:(?:\s|\Z)")
_SPLIT = re.compile(r"\s*[,，、]\s*")

_NAMES = MappingProxyType({
    "tag:yaml.org,2002:str": "text",
    "tag:yaml.org,2002:int": "a number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:bool": "true or false",
    "tag:yaml.org,2002:null": "nothing",
    "tag:yaml.org,2002:timestamp": "a date",
    "tag:yaml.org,2002:seq": "a list",
    "tag:yaml.org,2002:map": "a mapping",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter says; `end` is the offset in the file where the deck's text begins.

    None and empty values mean that the key is not given. `lang_span` is the place of `lang`.
    """

    end: int = 0
    title: str | None = None
    pillar: str | None = None
    order: int | None = None
    requires: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    lang: str | None = None
    lang_span: Span | None = None


def read_front_matter(source: SourceFile) -> Checked[FrontMatter]:
    """The front matter of a file; an empty one where the file begins with text."""
    opened = _FENCE.match(source.text)
    if opened is None:
        return Checked(FrontMatter())
    begin = opened.end()
    stamped = _STAMPED.search(source.text, begin)
    closed = _CLOSE.search(source.text, begin, stamped.start() if stamped else len(source.text))
    if closed is None:
        if _SETTING.match(source.text, begin) is None:
            return Checked(FrontMatter())
        note = _NOTE.search(source.text, begin)
        span = source.span(0, 3)
        return Checked(
            FrontMatter(end=note.start() if note else len(source.text)),
            (codes.E101.at(span, "front matter opened here is never closed"),),
        )
    reader = _Reader(source, begin)
    keys = reader.keys(source.text[begin : closed.start()])
    lang = keys.get("lang")
    value = FrontMatter(
        end=closed.end(),
        title=reader.text(keys, "title"),
        pillar=reader.text(keys, "pillar"),
        order=reader.number(keys, "order"),
        requires=reader.texts(keys, "requires"),
        tags=reader.texts(keys, "tags"),
        sources=reader.mapping(keys, "sources"),
        lang=reader.lang(keys),
        lang_span=reader.span(lang) if lang else None,
    )
    return Checked(value, tuple(reader.diagnostics))


class _Reader:
    """Reads nodes of one front matter and collects what is wrong with them."""

    def __init__(self, source: SourceFile, begin: int) -> None:
        self._source = source
        self._begin = begin
        self.diagnostics: list[Diagnostic] = []

    def span(self, node: yaml.Node) -> Span:
        """The place of a node in the file."""
        return self._between(node.start_mark.index, node.end_mark.index)

    def keys(self, text: str) -> dict[str, yaml.Node]:
        """The known keys and their nodes; reports all others."""
        node = self._compose(text)
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            message = f"the front matter is {_name(node)}, not a list of settings"
            self._report(codes.E102, self.span(node), message)
            return {}
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            if name in found:
                self._report(codes.E105, self.span(key), f"“{name}” is given twice")
            elif name in FOREIGN:
                continue
            elif name not in KEYS:
                near = did_you_mean(name.casefold(), KEYS).strip()
                message = f"unknown key “{name}”" if name else "this key is not a word"
                self._report(codes.W107, self.span(key), message, near)
            else:
                found[name] = value
        return found

    def text(self, keys: Mapping[str, yaml.Node], key: str) -> str | None:
        """A key that holds text."""
        node = keys.get(key)
        if node is None or _kind(node) == "null":
            return None
        if not isinstance(node, yaml.ScalarNode) or _kind(node) != "str":
            hint = f'Write {key}: "…".' if isinstance(node, yaml.ScalarNode) else ""
            self._wrong(node, f"“{key}” must be text", hint)
            return None
        return node.value.strip() or None

    def number(self, keys: Mapping[str, yaml.Node], key: str) -> int | None:
        """A key that holds an integer."""
        node = keys.get(key)
        if node is None or _kind(node) == "null":
            return None
        plain = isinstance(node, yaml.ScalarNode) and _kind(node) == "int"
        if not plain or re.fullmatch(r"[-+]?[0-9]{1,9}", node.value) is None:
            self._wrong(node, f"“{key}” must be a whole number")
            return None
        return int(node.value)

    def texts(self, keys: Mapping[str, yaml.Node], key: str) -> tuple[str, ...]:
        """A key that holds a list of words, or a single string with commas between them."""
        node = keys.get(key)
        if node is None or _kind(node) == "null":
            return ()
        if isinstance(node, yaml.ScalarNode) and _kind(node) == "str":
            return tuple(word for word in _SPLIT.split(node.value.strip()) if word)
        if not isinstance(node, yaml.SequenceNode):
            self._wrong(node, f"“{key}” must be a list such as [a, b]")
            return ()
        words = [self._scalar(item, f"each item of “{key}” must be text") for item in node.value]
        return tuple(word for word in words if word)

    def mapping(self, keys: Mapping[str, yaml.Node], key: str) -> dict[str, str]:
        """A key that holds short names and what they stand for."""
        node = keys.get(key)
        if node is None or _kind(node) == "null":
            return {}
        if not isinstance(node, yaml.MappingNode):
            self._wrong(node, f"“{key}” must hold lines of the form “name: text”")
            return {}
        found: dict[str, str] = {}
        for name_node, value_node in node.value:
            name = self._scalar(name_node, f"each name in “{key}” must be text")
            value = self._scalar(value_node, f"each value in “{key}” must be text")
            if name in found:
                self._report(codes.E105, self.span(name_node), f"“{name}” is given twice")
            elif name and value:
                found[name] = value
        return found

    def lang(self, keys: Mapping[str, yaml.Node]) -> str | None:
        """The language tag."""
        tag = self.text(keys, "lang")
        if tag is None or is_lang(tag):
            return tag
        self._wrong(keys["lang"], f"“lang” must be a language tag such as en or zh, not “{tag}”")
        return None

    def _scalar(self, node: yaml.Node, expected: str) -> str | None:
        """A scalar as it is written: an arXiv number stays what it looks like."""
        if isinstance(node, yaml.ScalarNode) and _kind(node) != "null":
            return str(node.value).strip()
        self._wrong(node, expected)
        return None

    def _compose(self, text: str) -> yaml.Node | None:
        if len(text) > MAX_CHARACTERS:
            message = f"the front matter has {len(text):,} characters"
            self._report(codes.E106, self._between(0, 0), message)
            return None
        try:
            if not self._is_plain(text):
                return None
            node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            at = mark.index if mark is not None else 0
            problem = " ".join((error.problem or "not YAML").split())
            self._report(codes.E102, self._between(at, at), f"cannot be read: {problem}")
            return None
        except (yaml.YAMLError, ValueError, OverflowError):
            message = "cannot be read: it holds a character that YAML does not allow"
            self._report(codes.E102, self._between(0, 0), message)
            return None
        return node

    def _is_plain(self, text: str) -> bool:
        """True if there is no anchor, alias or tag and the nesting is shallow."""
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            begun, ended = event.start_mark, event.end_mark
            at = self._between(begun.index if begun else 0, ended.index if ended else 0)
            if getattr(event, "anchor", None) is not None or getattr(event, "tag", None):
                self._report(codes.E104, at, "anchors, aliases and tags are not read")
                return False
            if depth > MAX_DEPTH:
                self._report(codes.E106, at, f"the front matter is nested deeper than {MAX_DEPTH}")
                return False
        return True

    def _wrong(self, node: yaml.Node, expected: str, hint: str = "") -> None:
        self._report(codes.E103, self.span(node), f"{expected}; this is {_name(node)}", hint)

    def _report(self, code: Code, span: Span, message: str, hint: str = "") -> None:
        self.diagnostics.append(code.at(span, message, hint))

    def _between(self, start: int, end: int) -> Span:
        # YAML's marks stand after the white space that ends a block.
        text = self._source.text
        first, last = self._begin + start, self._begin + end
        while last > first and text[last - 1].isspace():
            last -= 1
        return self._source.span(first, last)


def _kind(node: yaml.Node) -> str:
    return str(node.tag).rsplit(":", 1)[-1]


def _name(node: yaml.Node) -> str:
    return _NAMES.get(node.tag, "something else")
