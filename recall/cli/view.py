"""What a session looks like: effects of the machine, printed line by line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from recall.cli import texts
from recall.cli.output import console
from recall.model.memory import CardState
from recall.model.question import (
    Choose,
    NumberPart,
    Question,
    Reveal,
    Tick,
    TypeNumbers,
    TypeText,
    Verdict,
    VerdictKind,
)
from recall.model.rating import Rating

if TYPE_CHECKING:
    from rich.console import Console

    from recall.cli.context import Context
    from recall.scheduling.queue import Counts
    from recall.session import effects
    from recall.session.deal import Deal
    from recall.session.tally import Tally

SYMBOLS = {
    VerdictKind.RIGHT: ("✓", "green"),
    VerdictKind.NOTE: ("✓", "green"),
    VerdictKind.MISTAKE: ("✗", "red"),
    VerdictKind.WRONG: ("✗", "red"),
    VerdictKind.ASK: ("?", "yellow"),
    VerdictKind.UNGRADED: ("·", "dim"),
}


ASCII_SYMBOLS = {"✓": "+", "✗": "x", "·": "-"}
_IN_ASCII = str.maketrans({"·": "|", "–": "-", "…": "...", "“": '"', "”": '"', "×": "x", "✓": "+"})


A_MINUTE_MS = 60_000
"""Less than that ahead is not worth a word."""


class View:
    """Prints a session.

    `quiet` leaves out prompts (for pipes, where nobody presses a key); `pillars` maps a pillar to
    its title; `ascii_only` does without characters that some terminals draw too wide.
    """

    def __init__(
        self,
        console: "Console",
        *,
        lang: str | None,
        quiet: bool,
        ascii_only: bool = False,
        pillars: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.console = console
        self.pillars = pillars
        self.lang = lang
        self.quiet = quiet
        self.ascii = ascii_only

    @classmethod
    def of(
        cls,
        context: "Context",
        *,
        lang: str | None,
        quiet: bool = True,
        stderr: bool = False,
        pillars: Mapping[str, str] = MappingProxyType({}),
    ) -> "View":
        """A view as the flags and the settings want it."""
        return cls(
            console(color=context.color, stderr=stderr),
            lang=lang,
            quiet=quiet,
            ascii_only=context.workspace.settings.plain,
            pillars=pillars,
        )

    def say(self, key: str, **values: object) -> str:
        """A sentence in the session's language."""
        return texts.say(self.lang, key, **values)

    def line(self, text: str = "", style: str = "") -> None:
        """One line of plain text."""
        text = text.translate(_IN_ASCII) if self.ascii else text
        self.console.print(text, style=style or None, markup=False, highlight=False)

    def prompt(self, text: str) -> None:
        """A line that tells which keys there are; it breaks between two of them only."""
        if not self.quiet:
            self.line("\n".join(texts.packed(text.split(" · "), self.console.width)), "dim")

    def markdown(self, text: str) -> None:
        """Deck Markdown."""
        from recall.render.terminal import render

        if text.strip():
            self.console.print(render(text, width=self.console.width, ascii=self.ascii))

    def ask(self, deal: "Deal", *, left: str, part: int = 0) -> None:
        """The question, or the prompt of its next part; `left` tells what is still to do."""
        question = deal.question
        if part == 0:
            self._header(self.pillars.get(deal.card.pillar, deal.card.pillar), left)
            if question.context:
                self.console.print(self._dim(question.context))
                self.line()
            self.markdown(question.front)
            self.line()
        self._input(deal, question, part)

    def left(self, counts: "Counts", *, pace_ms: int | None = None) -> str:
        """What the day still holds, and for how long at this pace (ms an answer)."""
        left = self.say("left", due=counts.reviews, learning=counts.learning, new=counts.new)
        ahead = (pace_ms or 0) * counts.total
        if ahead >= A_MINUTE_MS:
            left += self.say("pace", time=texts.duration(ahead, self.lang))
        return left

    def _header(self, pillar: str, left: str) -> None:
        from recall.render.cells import cell_len

        self.line()
        title = f"{pillar} · {left}"
        if cell_len(title) > self.console.width - 4:
            self.line(pillar, "dim")
            title = left
        self.rule(title)
        self.line()

    def rule(self, title: str = "") -> None:
        """A line across the screen."""
        if self.ascii:
            title = title.translate(_IN_ASCII)
        line = "-" if self.ascii else "─"
        self.console.rule(title, style="dim", align="left", characters=line)

    def _dim(self, context: str) -> str:
        from rich.markup import escape

        words = " ".join(context.replace("#", " ").split())
        return f"[dim]{escape(words)}[/dim]"

    def _input(self, deal: "Deal", question: Question, part: int) -> None:
        spec = question.input
        match spec:
            case Reveal():
                self.prompt(self.say("reveal"))
            case TypeText():
                self.prompt(self.say("type"))
            case Tick():
                self.prompt(self.say("say"))
            case TypeNumbers():
                self._number(spec.parts, part)
            case Choose():
                self.options(deal, spec)
                self.choices(spec, frozenset())
            case _:
                assert_never(spec)

    def _number(self, parts: tuple[NumberPart, ...], index: int) -> None:
        part = parts[index]
        unit = self.say("in_unit", unit=part.unit) if part.unit else ""
        if len(parts) > 1:
            self.line(self.say("part", number=index + 1, total=len(parts)), "bold")
            self.markdown(part.prompt or self.say("last_part"))
        elif part.prompt:
            self.markdown(part.prompt)
        self.prompt(self.say("number", unit=unit))

    def options(self, deal: "Deal", spec: Choose) -> None:
        """The options in the order shown."""
        from recall.session.answers import shown_order

        for number, index in enumerate(shown_order(deal), 1):
            self.markdown(f"{number}. {spec.options[index].text}")
        self.line()

    def choices(self, spec: Choose, marked: frozenset[int]) -> None:
        """The keys of a choice."""
        total = len(spec.options)
        if not spec.multiple:
            self.prompt(self.say("choose_one", n=total))
        else:
            self.prompt(self.say("choose_many", n=total, marked=self._numbers(marked)))

    def ticks(self, total: int, marked: frozenset[int]) -> None:
        """The keys of a list of points."""
        self.prompt(self.say("tick", n=total, marked=self._numbers(marked)))

    def _numbers(self, marked: frozenset[int]) -> str:
        return ", ".join(str(index + 1) for index in sorted(marked)) or self.say("none")

    def hint(self, effect: "effects.ShowHint") -> None:
        """One hint."""
        self.line(self.say("hint", number=effect.number, total=effect.total), "bold")
        self.markdown(effect.text)

    def graded(self, verdict: Verdict, *, again: bool = False) -> None:
        """A verdict with what belongs to it; `again` if it may be answered once more."""
        symbol, style = SYMBOLS[verdict.kind]
        symbol = ASCII_SYMBOLS.get(symbol, symbol) if self.ascii else symbol
        self.line()
        self.markdown_line(symbol, verdict.message, style)
        for detail in verdict.details:
            self.markdown_line("  ", detail, "")
        wrong = verdict.kind in (VerdictKind.WRONG, VerdictKind.MISTAKE)
        if wrong and again:
            self.prompt(self.say("try_again"))

    def markdown_line(self, symbol: str, text: str, style: str) -> None:
        """Markdown behind a symbol, further lines indented under the first."""
        from rich.text import Text

        from recall.render.cells import cell_len
        from recall.render.terminal import render

        indent = cell_len(symbol) + 1
        width = self.console.width - indent
        before = Text(f"{symbol} ", style=style)
        for line in render(text, width=width, ascii=self.ascii).lines(width):
            shown = Text.assemble(before, line) if line else line
            self.console.print(shown, no_wrap=True, overflow="ignore")
            before = Text(" " * indent)

    def points(self, deal: "Deal") -> None:
        """The full answer and its points, to be ticked."""
        self.line()
        self.markdown(deal.question.back)
        if deal.question.back.strip():
            self.line()
        spec = deal.question.input
        if isinstance(spec, Tick):
            self.line(self.say("points"), "bold")
            for number, point in enumerate(spec.points, 1):
                self.markdown(f"{number}. {point}")
            self.line()
            self.ticks(len(spec.points), frozenset())

    def answer(self, effect: "effects.ShowAnswer", *, judging: bool = False) -> None:
        """The answer, the reason, the source, and the keys for rating.

        `judging` asks only whether it was right: no interval follows from it.
        """
        question = effect.deal.question
        if not isinstance(question.input, Tick):
            if effect.attempted and not question.back.strip():
                self._accepted(question)
            else:
                self.line()
                self.markdown("" if effect.attempted else self.right_options(question))
                self.markdown(question.back)
                self._accepted(question)
        if question.why:
            self.line()
            self.line(self.say("why"), "bold")
            self.markdown(question.why)
        if effect.deal.card.source:
            self.line()
            self.line(self.say("source", source=effect.deal.card.source), "dim")
        if not self.quiet:
            self.line()
            if judging:
                word = "no" if effect.suggested is Rating.AGAIN else "yes"
                self.prompt(self.say("judge", suggested=self.say(word)))
                return
            self.line(self._ratings(effect))
            self.prompt(self.say("rate", suggested=self.say(effect.suggested.name.lower())))

    def _accepted(self, question: Question) -> None:
        """Every text that would have been right, where a text was asked for."""
        if isinstance(question.input, TypeText) and len(question.input.accept) > 1:
            self.line(self.say("accepted", texts=" / ".join(question.input.accept)), "dim")

    def right_options(self, question: Question) -> str:
        """The right options, where the question is a choice."""
        if not isinstance(question.input, Choose):
            return ""
        right = [option for option in question.input.options if option.right]
        return "\n\n".join(f"**{option.text}**" for option in right)

    def _ratings(self, effect: "effects.ShowAnswer") -> str:
        from recall.render.cells import cell_len

        shown = []
        for rating in Rating:
            name = self.say(rating.name.lower())
            when = self._interval(effect.next[rating], effect.at)
            text = f"{int(rating)} {name} {when}"
            shown.append(f"[{text}]" if rating is effect.suggested else text)
        line = "   ".join(shown)
        return line if cell_len(line) <= self.console.width else "\n".join(shown)

    def _interval(self, state: CardState, at: int) -> str:
        if state.due_at is not None:
            return texts.duration(max(0, state.due_at - at), self.lang)
        return texts.interval(state.interval, self.lang)

    def clear(self) -> None:
        """An empty screen."""
        self.console.clear()

    def finish(self, effect: "effects.Finish", *, tomorrow: int, locked: int) -> None:
        """The summary.

        `tomorrow` is how many reviews are due on the next study day, `locked` how many new cards
        wait for what they require.
        """
        self.line()
        self.rule()
        if effect.tally.count:
            self._summary(effect.tally)
        elif effect.left:
            self.line(self.say("no_answers"))
        else:
            self.line(self.say("nothing"))
        if effect.skipped:
            self.line(self.say("skipped", n=effect.skipped))
        if effect.next_in is not None and effect.next_in >= 1000:
            self.line(self.say("next_in", time=texts.duration(effect.next_in, self.lang)))
        if effect.tally.count:
            due = texts.counted(self.lang, "cards", tomorrow)
            self.line(self.say("tomorrow", due=due))
        if locked and not effect.left:
            self.line(self.say("locked_left", n=locked))
        if effect.left:
            self.line(self.say("paused"))
        elif effect.tally.count:
            self.line(self.say("complete"))

    def _summary(self, tally: "Tally") -> None:
        time = texts.duration(tally.time_ms, self.lang)
        self.line(self.say("done", cards=tally.cards, answers=tally.count, time=time))
        ratings = {rating.name.lower(): n for rating, n in tally.ratings.items()}
        self.line(self.say("ratings", **ratings))
        named = ((self.pillars.get(pillar, pillar), n) for pillar, n in tally.pillars.items())
        self.line(" · ".join(f"{pillar} {n}" for pillar, n in named))
        if tally.lapses:
            titles = ", ".join(dict.fromkeys(answer.title for answer in tally.lapses))
            self.line(self.say("lapsed", titles=titles))
        if tally.mistakes:
            self.line(self.say("mistakes"))
            for message, times in tally.mistakes.items():
                self.markdown_line(f"{times}×", message, "")
