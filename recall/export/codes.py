"""What can be wrong with a deck that only an export sees: math for MathJax, and images."""

from recall.diagnostics import Code

UNKNOWN_COMMAND = Code(
    "W681",
    title="TeX command that Anki cannot typeset",
    why="Anki typesets math with MathJax, which does not know the command: the card would show its "
    "name in red.",
    fix="Write it with commands that MathJax has, such as \\boldsymbol for \\bm.",
)
FORBIDDEN_COMMAND = Code(
    "W682",
    title="TeX command that reaches out of its formula",
    why="A definition would change the cards that are shown after this one, and a link or a style "
    "could run what a stranger wrote. The export shows such a formula as code.",
    fix="Write out what the command stands for.",
)
UNBALANCED = Code(
    "W683",
    title="Braces of a formula that do not balance",
    why="No renderer would typeset it: the export shows it as code.",
    fix="Give every { its }.",
)
NO_IMAGE = Code(
    "W684",
    title="Image not found",
    why="The export can only show the words of the image.",
    fix="Put the file where the deck says, relative to the deck's own folder.",
)
FAR_IMAGE = Code(
    "W685",
    title="Image outside the folder of its deck",
    why="A deck may come from a stranger: it must not carry other files of yours into a package. "
    "The export shows only the words of the image.",
    fix="Put the image into the folder of the deck, or below it.",
)
BAD_IMAGE = Code(
    "W686",
    title="File that is not exported as an image",
    why="Anki shows images of a few kinds, and one large file makes every synchronisation slow. "
    "The export shows only its words.",
    fix="Use a PNG, JPEG, GIF, WebP, AVIF or SVG file of at most 10 MB.",
)

OF_IMAGES = (NO_IMAGE, FAR_IMAGE, BAD_IMAGE)
CODES = (UNKNOWN_COMMAND, FORBIDDEN_COMMAND, UNBALANCED, *OF_IMAGES)
