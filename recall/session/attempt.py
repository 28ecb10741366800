"""What has happened to the card that is asked now."""

from dataclasses import dataclass, replace

from recall.model.question import Choose, Reveal, Tick, TypeNumbers, TypeText, Verdict, VerdictKind
from recall.model.rating import Rating
from recall.session.deal import Deal

TRIES = 2
"""How often a typed answer may be given before the answer is shown."""

WRONG = (VerdictKind.WRONG, VerdictKind.MISTAKE)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The answers so far.

    `typed` holds the answered parts by name, `texts` everything the journal will keep, `tries` the
    wrong answers to the present part. `helped` is True once a hint, a second try or a part that
    stayed wrong makes the whole answer less than unaided. `mistake` and `message` are the first
    named mistake and what was said of it.
    """

    asked_at: int
    part: int = 0
    typed: tuple[tuple[str, str], ...] = ()
    texts: tuple[str, ...] = ()
    tries: int = 0
    hints: int = 0
    helped: bool = False
    verdict: Verdict | None = None
    mistake: str | None = None
    message: str = ""

    def hinted(self) -> "Attempt":
        """One more hint was shown."""
        return replace(self, hints=self.hints + 1, helped=True)

    def wrong_once(self, text: str, verdict: Verdict) -> "Attempt":
        """A wrong answer that may be given once more."""
        texts = (*self.texts, text)
        tried = replace(self, texts=texts, tries=self.tries + 1, verdict=verdict, helped=True)
        return tried._named(verdict)

    def settled(self, text: str, verdict: Verdict) -> "Attempt":
        """The present part is answered for good."""
        done = replace(self, texts=(*self.texts, text), verdict=verdict)
        return done._named(verdict)

    def next_part(self, name: str, text: str) -> "Attempt":
        """Go on to the next part; a part that stayed wrong counts as help."""
        wrong = self.verdict is not None and self.verdict.kind in WRONG
        typed = (*self.typed, (name, text))
        return replace(self, part=self.part + 1, typed=typed, tries=0, helped=self.helped or wrong)

    def may_retry(self, deal: Deal) -> bool:
        """True if a wrong answer to this kind of question may be given once more."""
        match deal.question.input:
            case TypeNumbers() | TypeText():
                return self.tries + 1 < TRIES
            case Choose() | Tick() | Reveal():
                return False

    def suggestion(self, verdict: Verdict) -> Rating:
        """The rating to suggest: what the verdict says, but at most *hard* after help."""
        suggested = verdict.suggested or Rating.GOOD
        return Rating.HARD if self.helped and suggested > Rating.HARD else suggested

    def _named(self, verdict: Verdict) -> "Attempt":
        if not verdict.mistake or self.mistake is not None:
            return self
        return replace(self, mistake=verdict.mistake, message=verdict.message)
