"""What can be wrong with blocks (2xx) and with notes, labels and parts (3xx)."""

from recall.diagnostics import Code

E201 = Code(
    "E201",
    title="Comment never closed",
    why="Everything after it would be invisible; the note is refused, the next ones are kept.",
    fix="Write --> where the comment ends, or escape the opener as \\<!--.",
)
E202 = Code(
    "E202",
    title="$$ never closed",
    why="Everything after it would be read as a formula; the note is refused.",
    fix="Close the formula with $$; write \\$\\$ for two dollars.",
)
E203 = Code(
    "E203",
    title="Code fence never closed",
    why="Everything after it would be read as code; the note is refused, the next ones are kept.",
    fix="Close it with a line of at least as many of the same characters.",
)
E204 = Code(
    "E204",
    title="HTML block never closed",
    why="Everything after it would be read as HTML; the note is refused, the next ones are kept.",
    fix="Write the closing tag, or put the text into a code fence.",
)
W205 = Code(
    "W205",
    title="Rule directly under text",
    why="Markdown reads the line above as a heading, not the dashes as a rule.",
    fix="Put a blank line above the dashes.",
)
W206 = Code(
    "W206",
    title="Underlined heading",
    why="Only a line that begins with # or ## makes a section or a note; this one is content.",
    fix="Write # or ## before the heading and remove the line under it.",
)
W207 = Code(
    "W207",
    title="Indented heading",
    why="A heading begins a note or a section only at the start of the line; this is content.",
    fix="Remove the spaces before it, or use ### if it is meant as content.",
)
W208 = Code(
    "W208",
    title="Empty heading",
    why="It has no text that could be asked, so it begins no note.",
    fix="Write the question after it, or remove it.",
)
W209 = Code(
    "W209",
    title="Text between single tildes",
    why="GitHub strikes it through.",
    fix="Escape them as \\~, or write ≈ for “about”.",
)
W210 = Code(
    "W210",
    title="Unescaped bar of a formula in a table",
    why="The table is split there, and the formula with it.",
    fix="Write \\| or \\mid in the formula.",
)
W211 = Code(
    "W211",
    title="Bold that does not close next to punctuation",
    why="Between punctuation and a letter ** neither opens nor closes; readers see the asterisks.",
    fix="Move the punctuation out of the bold, or put a space outside of it.",
)
W212 = Code(
    "W212",
    title="Formula that cannot be set",
    why="A terminal shows its TeX dimmed, and Anki an error where the formula should be.",
    fix="Correct the TeX; the message says what stops it. A dollar sign in a text is \\$.",
)
E301 = Code(
    "E301",
    title="Text that belongs to no part",
    why="This part holds one line and its wrapped lines; what follows would be shown nowhere.",
    fix="Move the text above the part, or give it a label such as **Why**.",
)
E302 = Code(
    "E302",
    title="Part given twice",
    why="It is not clear which of the two counts, so the note is refused.",
    fix="Merge them into one.",
)
W303 = Code(
    "W303",
    title="Bold line that is nearly a label",
    why="It is read as content, so what follows is not the part that it seems to be.",
    fix="Spell the label as the message does, or do not begin the line with bold.",
)
E304 = Code(
    "E304",
    title="Bold line that is nearly a label and would change the card",
    why="With the label the note makes another type of card; a guess could be wrong either way.",
    fix="Spell the label as the message does, or do not begin the line with bold.",
)
W305 = Code(
    "W305",
    title="Label outside of a note",
    why="Text before the first note of a file or a section has no parts; it is shown as it is.",
    fix="Move the line below a `## ` heading.",
)
E306 = Code(
    "E306",
    title="Malformed id comment",
    why="Without a good id the history of the note could be lost, so the note is refused.",
    fix="Write <!-- id: lower-case-words --> with 3 to 64 letters a–z, digits and single hyphens.",
)
E307 = Code(
    "E307",
    title="Id comment in the wrong place",
    why="It would name the wrong note, or none.",
    fix="Put it on the line under the heading of its note, or remove it.",
)
W308 = Code(
    "W308",
    title="Digest of a primary in a primary",
    why="`of` says which text a translation was made from; in a primary file it means nothing.",
    fix="Remove `of: …` from the id comment.",
)
W309 = Code(
    "W309",
    title="Empty part",
    why="The label stands there without content, so the part has no effect.",
    fix="Write the content, or remove the label.",
)
E310 = Code(
    "E310",
    title="Two task lists in a question",
    why="The options of a choice stand in one list; the second one would be lost.",
    fix="Merge the lists; a change of the bullet or of the numbering also begins a new list.",
)
E311 = Code(
    "E311",
    title="Plain item among options",
    why="It can be neither right nor wrong.",
    fix="Begin it with [ ] or [x], or take it out of the list.",
)
E312 = Code(
    "E312",
    title="No option is right",
    why="Nobody could answer the question.",
    fix="Mark what is right with [x].",
)
W313 = Code(
    "W313",
    title="Nearly a task box",
    why="Markdown reads it as plain text, so it is no option.",
    fix="Write [ ] or [x], then a space, then the text.",
)
E314 = Code(
    "E314",
    title="Option without text",
    why="There is nothing to choose.",
    fix="Write the option after the box, on the same line.",
)
W315 = Code(
    "W315",
    title="Cloze that does not close",
    why="The braces stay in the text and nothing is hidden.",
    fix="Close it with }} in the same paragraph and balance the braces inside.",
)
W316 = Code(
    "W316",
    title="Label inside code, a formula or a comment",
    why="A code span or a formula that goes on over the line hides the label; no part begins here.",
    fix="Close the backtick or the dollar above it, or put a blank line before the label.",
)

NOTE_CODES = (
    E201, E202, E203, E204, W205, W206, W207, W208, W209, W210, W211, W212,
    E301, E302, W303, E304, W305, E306, E307, W308, W309, E310, E311, E312, W313, E314, W315,
    W316,
)  # fmt: skip
"""The codes of this module, in order."""
