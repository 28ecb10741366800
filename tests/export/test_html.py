"""Deck Markdown as HTML."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.render.html import balanced, to_html, to_inline_html

CASES = {
    "math is escaped": ("$a<b$", r"<p>\(a&lt;b\)</p>"),
    "ampersands of math are escaped": ("$$a & b$$", r"<p>\[a &amp; b\]</p>"),
    "display math inside a line": ("so $$x$$ holds", r"<p>so \[x\] holds</p>"),
    "a block of math": ("$$\nx\n$$", r"<p>\[x\]</p>"),
    "dollars that are money": ("$5 and $10", "<p>$5 and $10</p>"),
    "math that no renderer would touch": ("$\\frac{1}{$", "<p><code>\\frac{1}{</code></p>"),
    "an escaped brace needs no partner": (r"$\{x$", r"<p>\(\{x\)</p>"),
    "emphasis": ("*a* **b** ~~c~~", "<p><em>a</em> <strong>b</strong> <del>c</del></p>"),
    "a mark": ("==x==", "<p><mark>x</mark></p>"),
    "code": ("`a<b $x$ \\(`", "<p><code>a&lt;b $x$ \\(</code></p>"),
    "literal delimiters of math": (
        r"\\(x\\) and \\[y\\]",
        r"<p>\<span></span>(x\<span></span>) and \<span></span>[y\<span></span>]</p>",
    ),
    "a tag is text": ("a <script>x</script>", "<p>a &lt;script&gt;x&lt;/script&gt;</p>"),
    "a block of tags is text": ("<div>\nx\n</div>", "<p>&lt;div&gt;\nx\n&lt;/div&gt;</p>"),
    "a line break keeps its meaning": ("a<br/>b", "<p>a<br>\nb</p>"),
    "comments vanish": ("==x==<!--c3-->\n\n<!-- id: abc -->", "<p><mark>x</mark></p>"),
    "an image is its words and its file": (
        "![A <plot>](img/a%20b.png?x=1)",
        '<p><span class="image">A &lt;plot&gt; (a b.png)</span></p>',
    ),
    "a link to the web": (
        '[a](https://x.org/?a=1&b="2")',
        '<p><a href="https://x.org/?a=1&amp;b=%222%22">a</a></p>',
    ),
    "a link to a file is its text": ("[a](other.md)", "<p>a</p>"),
    "what is no link stays text": ("[a](data:text/html,x)", "<p>[a](data:text/html,x)</p>"),
    "a tight list": ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
    "a nested list": (
        "- a\n  - b",
        "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>",
    ),
    "a numbered list": ("3. a", '<ol start="3">\n<li>a</li>\n</ol>'),
    "task boxes": (
        "- [x] a\n- [ ] b",
        '<ul>\n<li class="task"><span class="box">☑</span> a</li>\n'
        '<li class="task"><span class="box">☐</span> b</li>\n</ul>',
    ),
    "a callout": (
        "> [!WARNING] Hot\n> x",
        '<blockquote class="callout warning">\n'
        '<p><strong class="kind">Warning</strong> Hot\nx</p>\n</blockquote>',
    ),
    "a quotation": ("> x", "<blockquote>\n<p>x</p>\n</blockquote>"),
    "a fence": (
        '```c++ "x"\na<b && "c"\n```',
        '<pre><code class="language-c++">a&lt;b &amp;&amp; "c"</code></pre>',
    ),
    "a table": (
        "|a|b|\n|-|-:|\n|1|2|",
        '<div class="table"><table>\n<thead>\n<tr>\n<th>a</th>'
        '<th style="text-align:right">b</th></tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>'
        '<td style="text-align:right">2</td></tr>\n</tbody>\n</table></div>',
    ),
    "a heading and a rule": ("### a\n\n---", "<h3>a</h3>\n<hr>"),
    "lines of Chinese join without a space": (
        "有它在，\n**矩阵**",
        "<p>有它在，<strong>矩阵</strong></p>",
    ),
    "lines of Korean keep their space": ("가\n나", "<p>가\n나</p>"),
    "a line of Chinese before Latin keeps its space": ("矩阵\nkey", "<p>矩阵\nkey</p>"),
    "a hard break": ("a\\\nb", "<p>a<br>\nb</p>"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("markdown", "html"), CASES.values(), ids=CASES)
def test_markdown_becomes(markdown: str, html: str) -> None:
    assert to_html(markdown) == html


def test_one_paragraph_can_stand_in_a_line() -> None:
    assert to_inline_html("a *b*") == "a <em>b</em>"


def test_two_paragraphs_stay_two() -> None:
    assert to_inline_html("a\n\nb") == "<p>a</p>\n<p>b</p>"


def test_a_brace_that_closes_too_early_is_not_balanced() -> None:
    assert not balanced("}{")


KNOWN = frozenset(
    {"p", "br", "hr", "em", "strong", "del", "mark", "code", "pre", "a", "span", "ul", "ol", "li"}
    | {"blockquote", "div", "table", "thead", "tbody", "tr", "th", "td"}
    | {"h1", "h2", "h3", "h4", "h5", "h6"}
)


class Tags(HTMLParser):
    """Collects the tags of a text and whether they nest."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: set[str] = set()
        self.open: list[str] = []
        self.crossed = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.crossed |= not self.open or self.open.pop() != tag


TAGS = ("<script>", "</p>", "<!--", "-->", "<img src=x onerror=y>", "<br>", "&lt;", "\x00")
MATH = ("$", "$$", "\\(", "{{c1::", "}}", "::", "{", "}", "\\")
MARKS = ("==", "`", "**", "_", "[x](y)", "](javascript:z)", "[!NOTE]", "[ ] ", "\n```\n")
BLOCKS = ("\n", "\n\n", "- ", "> ", "1. ", "| a |\n|---|\n", "文", "a", " ")
FRAGMENTS = st.sampled_from((*TAGS, *MATH, *MARKS, *BLOCKS))


@given(st.lists(FRAGMENTS, max_size=30).map("".join))
def test_whatever_is_written_only_known_tags_come_out_and_they_nest(markdown: str) -> None:
    tags = Tags()
    tags.feed(to_html(markdown))
    tags.close()
    assert (tags.seen - KNOWN, tags.crossed, tags.open) == (set(), False, [])


@given(st.lists(FRAGMENTS, max_size=30).map("".join))
def test_no_attribute_can_run_a_script(markdown: str) -> None:
    assert not re.search(r"<[^>]*\s(on\w+|href=\"(?!https?:|mailto:))", to_html(markdown))
