"""What can be wrong with deck files: files and front matter, blocks, notes and parts, translations.

Codes of blocks and notes stand in `note_codes`; `CODES` lists all of the package.
"""

from recall.deck.note_codes import NOTE_CODES
from recall.diagnostics import Code

E101 = Code(
    "E101",
    title="Front matter never closed",
    why="Everything up to the next note heading is read as settings and not as text.",
    fix="Put a line with only --- after the last setting.",
)
E102 = Code(
    "E102",
    title="Front matter cannot be read",
    why="None of its settings is used: the deck has no order, no sources and no requirements.",
    fix="Write one `key: value` on each line; put text that contains a colon between quotes.",
)
E103 = Code(
    "E103",
    title="Wrong type in the front matter",
    why="The setting is ignored, because guessing could change the order or the meaning.",
    fix="Give the kind of value that the message names; quotes make text of a number.",
)
E104 = Code(
    "E104",
    title="Anchor, alias or tag in the front matter",
    why="Decks come from strangers, and aliases can make a small file fill the memory.",
    fix="Write the value out where it is needed.",
)
E105 = Code(
    "E105",
    title="Key given twice in the front matter",
    why="Only the first value is used, and the second would be lost without a word.",
    fix="Remove one of them.",
)
E106 = Code(
    "E106",
    title="Front matter too large or nested too deep",
    why="It is not read, so that a hostile file cannot stop the program.",
    fix="Keep it below 16,384 characters and 8 levels; put prose under the first heading.",
)
W107 = Code(
    "W107",
    title="Unknown key in the front matter",
    why="The setting has no effect, which is mostly a slip of the pen.",
    fix="Use one of: title, pillar, order, requires, tags, sources, lang.",
)
W108 = Code(
    "W108",
    title="Language of the file name and of the front matter differ",
    why="The tag in the file name decides; the other one is ignored.",
    fix="Remove `lang` from the translation, or rename the file.",
)
I109 = Code(
    "I109",
    title="No note heading in the file",
    why="A file without a `## ` heading is not a deck; none of its text becomes a card.",
    fix="Begin each note with `## ` at the start of a line, outside of code.",
)
E110 = Code(
    "E110",
    title="File cannot be read",
    why="Its cards are missing from the collection.",
    fix="Check that the file exists and that you may read it.",
)
E111 = Code(
    "E111",
    title="File too large",
    why="A deck above 4 MB is not read, so that a wrong file cannot stop the program.",
    fix="Split the deck, or move the file out of the folder of decks.",
)
E112 = Code(
    "E112",
    title="File is not UTF-8",
    why="In another encoding the text would be read wrongly, so it is not read at all.",
    fix="Save the file as UTF-8.",
)
E113 = Code(
    "E113",
    title="Two files for one deck",
    why="Only the first in path order is read; file names that differ in case count as one.",
    fix="Rename one of the files.",
)
W114 = Code(
    "W114",
    title="Link that leads in a circle or nowhere",
    why="Nothing below it is read.",
    fix="Remove the symbolic link, or point it at a folder or file.",
)
E115 = Code(
    "E115",
    title="pillars.toml cannot be used",
    why="The pillar has no order or title of its own until it can be read.",
    fix='Write a table for each pillar, with `order = 2` and `title.en = "…"`.',
)
W116 = Code(
    "W116",
    title="Unknown key in pillars.toml",
    why="The setting has no effect.",
    fix="Use `order` and `title`.",
)
W161 = Code(
    "W161",
    title="Image whose name differs in case",
    why="Some disks find it, others do not: it would be missing for somebody else.",
    fix="Write the name as the file has it; the message gives it.",
)
W162 = Code(
    "W162",
    title="SVG with scripts, foreign content or references",
    why="A deck may come from a stranger. Such a picture could run a program in a browser that "
    "opens it, or tell somebody that it was looked at.",
    fix="Save it as a plain SVG, or as a PNG.",
)
W701 = Code(
    "W701",
    title="Translated note that the primary does not have",
    why="It is matched by id, so it is shown nowhere.",
    fix="Correct the id, or remove the note.",
)
I702 = Code(
    "I702",
    title="Note not translated",
    why="It is shown in the language of the primary.",
    fix="Add a note with this id to the translation.",
)
W703 = Code(
    "W703",
    title="Translated note without an id",
    why="Nothing says which note it translates, so it is shown nowhere.",
    fix="Put the id of the primary's note under its heading.",
)
E704 = Code(
    "E704",
    title="Two translations of one note in a file",
    why="Only the first is used.",
    fix="Remove one of them, or correct its id.",
)

CODES = (
    E101, E102, E103, E104, E105, E106, W107, W108, I109, E110, E111, E112, E113, W114, E115,
    W116, W161, W162, *NOTE_CODES, W701, I702, W703, E704,
)  # fmt: skip
"""Every code of the package, in order."""
