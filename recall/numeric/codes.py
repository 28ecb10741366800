"""The diagnostics of numeric problems."""

from recall.diagnostics import Code

GIVEN = Code(
    "E501",
    title="A line under Given cannot be read",
    why="The problem would miss a parameter, so its numbers could not be drawn.",
    fix="Write `x` from 1, 2, 3 or `x` from a..b step s, `m = p * k`, or keep `condition`.",
)
VALUES = Code(
    "E502",
    title="The values of a parameter are not usable",
    why="A parameter needs at least one value, of one kind, and at most 10,000 of them.",
    fix="List numbers or words after “from”, separated by commas, or give a range a..b step s.",
)
NAME = Code(
    "E503",
    title="A name cannot be used here",
    why="Every name must mean one thing, or formulas could be read in two ways.",
    fix="Choose a new name of letters, digits and underscores that is not a function.",
)
STEP = Code(
    "E504",
    title="A step has no formula",
    why="The steps are the program: a step without one computes nothing.",
    fix="End the step with `name = expression`, then its unit, then its tolerance.",
)
ANSWER = Code(
    "E505",
    title="The last step is not the answer",
    why="What the learner types is compared with the name `answer`.",
    fix="Name the result of the last step `answer`.",
)
FORMULA = Code(
    "E506",
    title="A formula is not allowed",
    why="Formulas are a small, safe language: numbers, names, + - * / // % **, comparisons, "
    "`x if c else y` and a few functions. Nothing else is ever run.",
    fix="Rewrite the formula with what the language offers.",
)
UNKNOWN_NAME = Code(
    "E507",
    title="A formula uses an unknown name",
    why="A formula sees only what stands above it: parameters, derived numbers, earlier steps.",
    fix="Define the name above, or correct its spelling.",
)
UNIT = Code(
    "E508",
    title="A unit is not known",
    why="An answer can only be converted and compared in units that are in the table.",
    fix="Use a unit of the table in the documentation; capitals matter.",
)
TOLERANCE = Code(
    "E509",
    title="A tolerance cannot be read",
    why="It decides which answers are right, so it must be unmistakable.",
    fix="Write ± 1%, ± 0.5 GB, ± 0.5 pp, ± 1% or 0.5 GB, exact, or within ×2.",
)
DIMENSION = Code(
    "E510",
    title="A formula joins steps of different dimensions",
    why="A name is the number in its step's unit; bytes plus seconds mean nothing.",
    fix="Correct the formula or the unit of one of the steps.",
)
OTHER_UNIT = Code(
    "W511",
    title="A formula joins steps in different units",
    why="Nothing is converted inside a problem: GB plus GiB adds the bare numbers.",
    fix="Give both steps the same unit, or convert in the formula.",
)
MISTAKE = Code(
    "E512",
    title="A mistake cannot be read",
    why="A mistake is recognised by the number it leads to and explained by its message.",
    fix="Write `expression`: what went wrong.",
)
CHECK = Code(
    "E513",
    title="A check cannot be read",
    why="A check that is not run protects nothing.",
    fix='Write `a=1 b=2`: 40 GiB is right (or wrong, or asked, or "start of the mistake").',
)
HOLE = Code(
    "E514",
    title="A placeholder is not an expression",
    why="The learner would see the braces instead of a number.",
    fix="Write {{name}} or {{expression}} with names of this problem.",
)
TOO_BIG = Code(
    "E515",
    title="A problem is too long",
    why="Decks come from strangers: what a problem may cost is bounded.",
    fix="Shorten the line or split the problem.",
)
EVALUATES = Code(
    "E520",
    title="A variant has no value",
    why="A learner who drew it would be asked a question without an answer.",
    fix="Exclude the variant with keep `condition`, or correct the formula.",
)
PRINTED = Code(
    "E521",
    title="The printed answer would not be graded right",
    why="A learner who copies the solution must be right.",
    fix="Widen the tolerance, or round inside the formula.",
)
THREE_FIGURES = Code(
    "E522",
    title="An answer with three significant figures would be wrong",
    why="People round to three figures; rounding honestly is not a mistake.",
    fix="Widen the tolerance to 0.5 % or more, or write “exact” for counts.",
)
MEANINGLESS = Code(
    "E523",
    title="The tolerance does not fit the answer",
    why="A relative tolerance accepts only 0 for 0; “exact” needs an exact truth; “within ×k” a "
    "positive one.",
    fix="Give an absolute tolerance, or round inside the formula, or exclude the variant.",
)
NOTHING_KEPT = Code(
    "E524",
    title="keep refuses every variant",
    why="There is nothing left to draw.",
    fix="Loosen the condition or widen the lists.",
)
ALWAYS_RIGHT = Code(
    "E525",
    title="A mistake equals the answer in every variant",
    why="Answers with this mistake are right, so it can never be recognised.",
    fix="Correct the formula of the mistake, or choose other numbers.",
)
OFTEN_RIGHT = Code(
    "W526",
    title="A mistake often equals the answer",
    why="In those variants a learner who makes it is told “right”.",
    fix="Choose numbers that tell the mistake from the answer, or exclude the rest with keep.",
)
UNUSED = Code(
    "W527",
    title="A parameter is not used",
    why="It multiplies the variants without changing anything.",
    fix="Use it in a formula or in the text, or remove it.",
)
FEW_ANSWERS = Code(
    "W528",
    title="Learners will memorise the answers",
    why="With fewer than 8 distinct answers one remembers them instead of calculating.",
    fix="Add values under Given.",
)
CHECK_FAILED = Code(
    "E529",
    title="A check fails",
    why="The problem does not grade as its author says it should.",
    fix="Correct the problem or the check.",
)
CHECK_VALUES = Code(
    "E530",
    title="The numbers of a check do not fit the problem",
    why="A check fixes every free parameter, so that its verdict is certain.",
    fix="Name every parameter once; of a tied tuple any member that picks a row.",
)
SHADOWED = Code(
    "W531",
    title="A mistake is often hidden by an earlier one",
    why="Mistakes are tried in file order: where two lead to the same number, a learner is told "
    "the first, even after making the second.",
    fix="Choose numbers that tell the two apart, or make them one mistake that names both.",
)
COUNTS = Code(
    "E540",
    title="A translation has another number of items",
    why="Steps, mistakes and hints are matched by position.",
    fix="Give the translation as many items as the primary has.",
)
OTHER_FORMULA = Code(
    "W541",
    title="A formula in a translation differs",
    why="Numbers and formulas come from the primary; this one is not used.",
    fix="Copy the formula of the primary, or leave it out.",
)

CODES = (
    GIVEN, VALUES, NAME, STEP, ANSWER, FORMULA, UNKNOWN_NAME, UNIT, TOLERANCE, DIMENSION,
    OTHER_UNIT, MISTAKE, CHECK, HOLE, TOO_BIG, EVALUATES, PRINTED, THREE_FIGURES, MEANINGLESS,
    NOTHING_KEPT, ALWAYS_RIGHT, OFTEN_RIGHT, UNUSED, FEW_ANSWERS, CHECK_FAILED, CHECK_VALUES,
    SHADOWED, COUNTS, OTHER_FORMULA,
)  # fmt: skip
