"""Deck Markdown as HTML that is safe to embed anywhere: everything is escaped, no tag passes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from unicodedata import east_asian_width, name
from urllib.parse import unquote

from recall.deck.markdown import Token, tokens

_TAGS = {
    "paragraph": "p",
    "bullet_list": "ul",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "em": "em",
    "strong": "strong",
    "s": "del",
    "mark": "mark",
}
"""Containers that become an element without attributes."""
_BLOCKS = frozenset({"paragraph", "bullet_list", "thead", "tbody", "tr"})
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_CALLOUT = re.compile(r"\[!([A-Za-z]+)\][+-]?[ \t]*")
_DELIMITER = re.compile(r"\\(?=[()\[\]])")
_SCHEMES = frozenset({"http", "https", "mailto"})


def escape_text(text: str) -> str:
    r"""Running text. A literal `\(` would start math: an empty element keeps the two apart."""
    return _DELIMITER.sub(lambda _: r"\<span></span>", escape(text, quote=False))


def escape_code(text: str) -> str:
    """Code, which no math renderer looks into."""
    return escape(text, quote=False)


def escape_math(text: str) -> str:
    """TeX between delimiters: `a<b` would swallow what follows it."""
    return escape(text, quote=False)


def named_image(source: str, alt: str) -> str:
    """The words of an image and the name of its file, for outputs without images."""
    file = PurePosixPath(unquote(re.split(r"[?#]", source)[0])).name
    shown = f"{alt} ({file})" if alt and file else alt or file
    return f'<span class="image">{escape_text(shown)}</span>'


@dataclass(frozen=True, slots=True)
class Escapes:
    """How what stands between tags is written; an output with a syntax of its own brings its own.

    Writers are called in document order, each piece of text once. `math` writes TeX that will stand
    between the delimiters of MathJax; `formula`, where there is one, writes it with what is around
    it, and is told whether it stands on a line of its own. Neither is given TeX whose braces do not
    balance: that is for `broken`. `image` is given the source and the words of an image, unescaped.
    """

    text: Callable[[str], str] = escape_text
    code: Callable[[str], str] = escape_code
    math: Callable[[str], str] = escape_math
    formula: Callable[[str, bool], str] | None = None
    broken: Callable[[str], str] | None = None
    image: Callable[[str, str], str] = named_image


_PLAIN = Escapes()


def to_html(markdown: str, *, escapes: Escapes = _PLAIN) -> str:
    r"""Blocks of HTML without raw HTML, scripts or relative links.

    By default math stands between `\(…\)` and `\[…\]` for MathJax, and an image is its alt text and
    file name. TeX whose braces do not balance is shown as code: no renderer would touch it. Never
    raises, unless a writer does.
    """
    return _Blocks(escapes).write(tokens(markdown))


def to_inline_html(markdown: str, *, escapes: Escapes = _PLAIN) -> str:
    """As `to_html`, but a text of one paragraph comes without the paragraph around it."""
    return without_paragraph(to_html(markdown, escapes=escapes))


def without_paragraph(html: str) -> str:
    """The inside of a lone paragraph; anything else as it is."""
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return html[len("<p>") : -len("</p>")]
    return html


def balanced(tex: str) -> bool:
    r"""True if every brace of the TeX has its partner (`\{` is no brace)."""
    depth = 0
    for brace in re.findall(r"(?s)\\.|[{}]", tex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


class _Blocks:
    """Writes block tokens; `closers` holds the end tags of the containers that are open."""

    def __init__(self, escapes: Escapes) -> None:
        self.escapes = escapes
        self.inline = _Inline(escapes)
        self.closers: list[str] = []

    def write(self, stream: Sequence[Token]) -> str:
        """The HTML of the whole stream, one block a line."""
        parts = [self._token(stream, index) for index in range(len(stream))]
        return re.sub(r"\n+\Z", "", "".join(parts))

    def _token(self, stream: Sequence[Token], index: int) -> str:
        token = stream[index]
        if token.type.endswith("_open"):
            start, end = self._container(stream, index)
            self.closers.append(end)
            return start
        if token.type.endswith("_close"):
            return self.closers.pop() if self.closers else ""
        match token.type:
            case "inline":
                return self.inline.write(token.children or (), _lead(stream, index))
            case "fence" | "code_block":
                return self._code(token)
            case "hr":
                return "<hr>\n"
            case "math_block":
                return f"<p>{self.inline.math(token.content, display=True)}</p>\n"
            case _:
                return self.escapes.text(token.content)

    def _container(self, stream: Sequence[Token], index: int) -> tuple[str, str]:
        token = stream[index]
        kind = token.type.removesuffix("_open")
        if token.hidden:
            return "", "" if _last_in_item(stream, index) else "\n"
        match kind:
            case "heading":
                return f"<{token.tag}>", f"</{token.tag}>\n"
            case "ordered_list":
                start = token.attrs.get("start", 1)
                number = f' start="{int(start)}"' if str(start) != "1" else ""
                return f"<ol{number}>\n", "</ol>\n"
            case "list_item":
                return ('<li class="task">' if _task(stream, index) else "<li>"), "</li>\n"
            case "blockquote":
                callout = _callout(stream, index)
                opened = f'<blockquote class="callout {callout}">' if callout else "<blockquote>"
                return f"{opened}\n", "</blockquote>\n"
            case "table":
                return '<div class="table"><table>\n', "</table></div>\n"
            case "th" | "td":
                align = re.search(r"left|right|center", str(token.attrs.get("style", "")))
                style = f' style="text-align:{align[0]}"' if align else ""
                return f"<{kind}{style}>", f"</{kind}>"
            case _:
                tag = _TAGS.get(kind, "div")
                newline = "\n" if kind in _BLOCKS - {"paragraph"} else ""
                return f"<{tag}>{newline}", f"</{tag}>\n"

    def _code(self, token: Token) -> str:
        language = re.match(r"[\w+#.-]+", token.info or "")
        named = f' class="language-{escape(language[0])}"' if language else ""
        body = self.escapes.code(token.content.rstrip("\n"))
        return f"<pre><code{named}>{body}</code></pre>\n"


class _Inline:
    """Writes the tokens of a paragraph."""

    def __init__(self, escapes: Escapes) -> None:
        self.escapes = escapes

    def write(self, children: Sequence[Token], lead: "_Lead") -> str:
        """The HTML of the paragraph; `lead` says what its first text stands for."""
        parts = [lead.html]
        links: list[str] = []
        cut = lead.length
        for index, token in enumerate(children):
            if token.type == "text" and cut:
                parts.append(self.escapes.text(token.content[cut:]))
                cut = 0
            elif token.type == "softbreak":
                parts.append("" if _between_wide(children, index) else "\n")
            elif token.type == "link_open":
                start, end = _link(str(token.attrs.get("href", "")))
                links.append(end)
                parts.append(start)
            elif token.type == "link_close":
                parts.append(links.pop() if links else "")
            else:
                parts.append(self._token(token))
        return "".join(parts)

    def _token(self, token: Token) -> str:
        kind, _, edge = token.type.rpartition("_")
        if edge in ("open", "close") and kind in _TAGS:
            return f"<{'/' if edge == 'close' else ''}{_TAGS[kind]}>"
        match token.type:
            case "hardbreak":
                return "<br>\n"
            case "code_inline":
                return f"<code>{self.escapes.code(token.content)}</code>"
            case "math_inline":
                return self.math(token.content, display=False)
            case "math_inline_double":
                return self.math(token.content, display=True)
            case "image":
                return self._image(token)
            case _:
                return self.escapes.text(token.content)

    def math(self, tex: str, *, display: bool) -> str:
        """TeX, or code where its braces do not balance."""
        tex = tex.strip()
        escapes = self.escapes
        if not balanced(tex):
            return escapes.broken(tex) if escapes.broken else f"<code>{escapes.code(tex)}</code>"
        if escapes.formula:
            return escapes.formula(tex, display)
        start, end = (r"\[", r"\]") if display else (r"\(", r"\)")
        return start + escapes.math(tex) + end

    def _image(self, token: Token) -> str:
        alt = "".join(child.content for child in token.children or ()) or token.content
        return self.escapes.image(str(token.attrs.get("src", "")), alt)


@dataclass(frozen=True, slots=True)
class _Lead:
    """What replaces the first `length` characters of a paragraph."""

    length: int = 0
    html: str = ""


def _first_text(stream: Sequence[Token], index: int) -> str:
    """The text that the inline token at `index` begins with."""
    children = stream[index].children if 0 <= index < len(stream) else None
    return children[0].content if children and children[0].type == "text" else ""


def _task(stream: Sequence[Token], index: int) -> re.Match[str] | None:
    """The box of a list item that is a task; `index` is the item's opening token."""
    return _TASK.match(_first_text(stream, index + 2))


def _callout(stream: Sequence[Token], index: int) -> str:
    """The kind of a callout (`note`, `warning` …) that a block quote opens, or nothing."""
    found = _CALLOUT.match(_first_text(stream, index + 2))
    return found[1].lower() if found else ""


def _lead(stream: Sequence[Token], index: int) -> _Lead:
    """The task box or callout that the paragraph whose inline token is at `index` begins with."""
    owner = stream[index - 2].type if index >= 2 else ""
    text = _first_text(stream, index)
    if owner == "list_item_open" and (task := _TASK.match(text)):
        return _Lead(task.end(), f'<span class="box">{"☐" if task[1] == " " else "☑"}</span> ')
    if owner == "blockquote_open" and (callout := _CALLOUT.match(text)):
        return _Lead(callout.end(), f'<strong class="kind">{callout[1].capitalize()}</strong> ')
    return _Lead()


def _last_in_item(stream: Sequence[Token], index: int) -> bool:
    """True if a list item ends right after the paragraph that opens at `index`."""
    return index + 3 < len(stream) and stream[index + 3].type == "list_item_close"


def _between_wide(children: Sequence[Token], index: int) -> bool:
    """True for a line end between two wide characters: Chinese and Japanese take no space there."""
    before = next((t.content[-1:] for t in reversed(children[:index]) if t.content), "")
    after = next((t.content[:1] for t in children[index + 1 :] if t.content), "")
    return _wide(before) and _wide(after)


def _wide(character: str) -> bool:
    if not character or east_asian_width(character) not in ("W", "F"):
        return False
    return not name(character, "").startswith("HANGUL")


def _link(href: str) -> tuple[str, str]:
    """The tags of a link. One that leads elsewhere than to the web or to mail is only its text."""
    scheme = href.partition(":")[0].lower()
    if scheme not in _SCHEMES:
        return "", ""
    # Two colons would end the mark of a cloze that the link stands in.
    return f'<a href="{escape(href.replace("::", ":%3A"))}">', "</a>"
