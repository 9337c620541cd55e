"""Random sessions of Nevermind: all stages, tokens, panels, in haste and slow, with undo and power cuts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from device.games.nevermind.choices import TOKEN_PADS
from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import TokenSource
from device.games.nevermind.view import guesses_of
from device.settings.model import Anchor, Guidance
from device.ui.model import Begin
from engine.nevermind.commands import Draw, Fix, GiveToken, PlayHand
from engine.nevermind.model import DEFAULT_MIND_CARDS, Token
from engine.nevermind.paper import centers_of, centers_unseen
from engine.nevermind.phases import Phase
from tests.device.games.nevermind.players import pad_for, wise
from tests.engine.nevermind.soundness import check
from tests.hands.compare import differences, lying
from tests.hands.decks import Decks
from tests.hands.nevermind import KINDS, MAP, RING, TIMED, Table, is_act
from tests.hands.sitting import DifferentError, S, Sitting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.nevermind.model import State
    from tests.hands.decks import Face
    from tests.hands.told import Told

STAGES = ((1, False), (2, False), (3, False), (4, False), (5, False), (6, False), (6, True))
TOUCHES = 100
ASKING = frozenset(
    {
        *("ntd.token", "ntd.reset", "ntd.deep.offer", "ntd.deep.count"),
        *("ntd.surface", "ntd.second", "ntd.deep.from", "ntd.deep.calm"),
    }
)
"""Screens that ask."""
PICKED = frozenset(
    {"yes", "no", "deep.cards", "token.answer", "token.skip"}
    | {f"place.{place}" for place in ("nw", "n", "ne", "e", "se", "s", "sw", "w")}
)
"""Lines of the answers that are walked to with K4."""
SHOWN = (Phase.MIND, Phase.BREATHE, Phase.BREATH_PLAY)
"""With paper decks the player says then what lies there."""
TURNS = {0: (0,), 90: (0, 2, 4, 6), 180: (0, 4)}
"""By how many places a Mind Card may be turned, by `rotation`."""
UNDONE = "ntd.undo"
SUMS = ("sum", "sum.released")
TOKEN, SUM = "ntd.token", "ntd.sum"


def laid_out(random: Random, turns: tuple[int, ...]) -> Decks:
    """Return the decks after the set-up (N1.2, N1.3)."""
    decks = Decks(random, turns, [(RING[mind], RING[noting]) for mind, noting in DEFAULT_MIND_CARDS])
    decks.shuffle(turn=len(turns) > 1)
    return decks


@dataclass(frozen=True, slots=True)
class Plan:
    """How a session is held and touched."""

    number: int
    rig: bool
    stage: int
    super_monkey: bool
    tokens: TokenSource
    rotation: int
    guidance: Guidance
    profile: str
    labels: bool
    anchor: Anchor
    haste: float
    paper: bool
    """The player's own Timer Deck and Mind Deck."""

    @classmethod
    def of(cls, number: int, *, rig: bool = False) -> Plan:
        """Draw the plan of a session from its number."""
        random = Random(f"plan/{number}")
        stage, super_monkey = STAGES[number % len(STAGES)]
        return cls(
            number,
            rig,
            stage,
            super_monkey,
            random.choice(tuple(TokenSource)),
            random.choice((0, 90, 180)),
            random.choice(tuple(Guidance)),
            random.choice("LMS"),
            random.random() < 0.8,
            random.choice(tuple(Anchor)),
            random.choice((0.0, 0.5, 1.0)),
            number // len(STAGES) % 2 == 1,
        )

    def begin(self) -> Begin:
        """Return what opens it."""
        options: dict[str, object] = {
            "stage": self.stage,
            "super": self.super_monkey,
            "rotation": self.rotation,
            "decks": "paper" if self.paper else "device",
        }
        held = NevermindOptions(
            str(self.number),
            guidance=self.guidance,
            anchor=self.anchor,
            tokens=self.tokens,
            labels=self.labels,
        )
        return Begin("nevermind", options, held)


class NevermindSitting(Sitting):
    """Plays a plan."""

    home = "ntd."
    home_row = "home.nevermind"
    draws = frozenset({"top.ask"})
    asking = frozenset({TOKEN})

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.table = Table(asked=plan.tokens != "device", double_sided=plan.tokens == "double")
        if plan.paper:
            self.table.decks = laid_out(Random(f"decks/{plan.number}"), TURNS[plan.rotation])
        self._played: Face = None
        """The card of the hand that the player reads off."""
        super().__init__(
            f"play/{plan.number}",
            self.table,
            is_act,
            {"profile": plan.profile},
            plan.begin(),
            rig=plan.rig,
            haste=plan.haste,
        )

    @property
    def state(self) -> State:
        """The state of the game: who touches knows what is possible, the table does not."""
        state: State = self.session.state
        return state

    @property
    def decks(self) -> Decks:
        """The decks that lie there."""
        assert self.table.decks is not None, "they are in the box"
        return self.table.decks

    def public(self) -> Mapping[str, Any]:
        """With paper decks also how many Center Cards lie where, which the engine counts (N8.3)."""
        state = self.state
        centers = [centers_unseen(state), centers_of(state.discards)] if self.plan.paper else []
        return {**super().public(), "centers": centers}

    def differences(self, state: Mapping[str, Any]) -> list[str]:
        opened = self.seat.app.sessions.current
        guesses = () if opened is None else [RING[place] for place in guesses_of(opened.play())]
        return differences(self.table, state, self.plan.stage, guesses)

    def went(self, before: Mapping[str, Any], after: Mapping[str, Any], *, again: bool) -> None:
        """A touch leads to a state that can be."""
        super().went(before, after, again=again)
        wrong = check(self.state)
        if wrong:
            raise DifferentError(f"no game can stand so: {wrong}")

    def settled(self) -> bool:
        """A table that was matched lies as the player said, whatever was told before."""
        # Where nothing asks for the player then, the device goes on by itself.
        touch = next((entry for entry in reversed(self.session.entries) if entry.by_player), None)
        if touch is not None and isinstance(touch.command, Fix):
            self._lay()
            if self.plan.paper:
                self.decks.form(len(self.state.deck), centers_unseen(self.state))
            return False
        return True

    def read(self, told: Told) -> None:
        """Lay the table as the map shows it, where that is all that is told; look at questions and sums."""
        super().read(told)
        if told.line == MAP:
            self._lay()
        if told.screen in ASKING and told.line in PICKED and told.question is None and told.notice is None:
            raise DifferentError(f"an answer stands there without its question: {told}")
        if told.notice == "no.card":
            raise DifferentError(f"a card is refused that lies there: {self.table.decks}")
        if told.screen == SUM and told.line in SUMS:
            self._add(told)

    def _add(self, told: Told) -> None:
        """Add up what lies there."""
        lie = [card for card in self.table.cards.values() if card.marked]
        counts = {"released": sum(not card.up for card in lie), "distractions": sum(card.up for card in lie)}
        words = " ".join(told.words).casefold()
        for name, count in counts.items():
            if name in words and str(count) not in words:
                raise DifferentError(f"{count} {name} lie there: {told.words}")

    def told_all(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Time passed as often as it was said."""
        passed = sum(act.line in TIMED or act.line.endswith(".timer") for act in self.reader.now)
        if self.plan.paper and any(act.line in TIMED for act in self.reader.now):
            raise DifferentError(f"time passes without a Timer Card: {self.reader.now}")
        if before and before["timer"] - after["timer"] != passed:
            raise DifferentError(f"time passed {before['timer'] - after['timer']} times: {self.reader.now}")

    def _lay(self) -> None:
        self.table.fixed(*lying(self.session.state_json(), self.plan.stage))
        if self.plan.paper:
            self.decks.timer = self.state.timer

    def counted(self, more: int) -> None:
        """The card that the player told goes onto the discards; what comes back is told (N8.2, N8.6)."""
        if self.table.decks is None or more <= 0 or self.again:
            return
        for entry in self.session.entries[-more:]:
            match entry.command:
                case Draw():
                    self.decks.flip()
                case PlayHand():
                    self.decks.play(self._played)

    def run(self) -> None:
        """Play to the end; now and then it is taken back."""
        self.play(TOUCHES, lambda: self.screen == SUM and self.random.random() < 0.7)

    def some_touch(self) -> None:
        roll = self.random.random()
        if roll < 0.07:
            self._undo()
        elif roll < 0.09:
            self.tap("K2", "K1")
        elif roll < 0.10:
            self.tap("K3")
        elif roll < 0.115:
            self.tap("*")
        elif roll < 0.13:
            self.cut()
        elif roll < 0.135:
            self._match()
        elif roll < 0.15:
            self.read_all()
        elif roll < 0.18:
            self._careless("K4", *["K3"] * self.random.randint(0, 2), "K4")
        elif roll < 0.22:
            self._careless(self.random.choice((*RING, "5", "#", "K4", "0")))
        else:
            self._wise()

    def _careless(self, *keys: str) -> None:
        """Touch without a look, but name no token that nobody took, and leave no game that is over."""
        for key in keys:
            if self.screen not in (TOKEN, SUM) and not self._would_lie(key):
                self.tap(key)

    def _would_lie(self, key: str) -> bool:
        """Tell whether a touch could say of a paper card what it does not show."""
        if not self.plan.paper or self.state.phase not in SHOWN:
            return False
        return not (key == "K4" and (self.screen == UNDONE or self.seat.app.model.can_redo))

    def _wise(self) -> None:
        state = self.state
        if self.plan.paper and state.phase in SHOWN and self.screen != SUM:
            self._show_card(state)
            return
        if self.screen == SUM:
            self.wait(S)
        elif state.phase is Phase.OVER:
            self.tap("0")
        elif state.phase is Phase.TOKEN:
            # Nobody takes a token before it is asked for.
            self._name_token() if self.screen == TOKEN else self.tap("#")
        else:
            self.tap(pad_for(wise(state, self.random)))

    def _show_card(self, state: State) -> None:
        """Read the card off the table, where it points to; look at the back of the top card."""
        decks = self.decks
        if state.phase is Phase.BREATHE:
            on_top = bool(decks.deck) and decks.deck[0] is None
            self.tap("#" if on_top and self.random.random() < 0.7 else "0")
            return
        if not (decks.deck if state.phase is Phase.MIND else decks.hand):
            # It comes back with an act of this undo.
            self.tap("#")
            return
        face = decks.deck[0] if state.phase is Phase.MIND else self._chosen()
        if self.screen == "ntd.noting":
            self.tap("K1" if face is None or self.random.random() < 0.1 else face[1])
        elif face is None:
            self.tap("5")
        elif self.screen == "ntd.top" and self.random.random() < 0.1:
            self._careful(face[0])
        else:
            self.tap(face[0])

    def _chosen(self) -> Face:
        """Take a card of the hand, and keep to it while both places are asked for."""
        if self.screen != "ntd.noting" or self._played not in self.decks.hand:
            self._played = self.random.choice(self.decks.hand)
        return self._played

    def _careful(self, pad: str) -> None:
        """Walk to the place with the buttons alone."""
        self.tap("K4", *["K3"] * RING.index(pad), "K4")

    def _name_token(self) -> None:
        """Take a token and name it; at the first stages now and then it is not named."""
        table = self.table
        if table.drawn is None or self.random.random() < 0.2:
            table.drawn = None
            table.drawn = self.random.choice(
                [kind for kind in KINDS.values() for _ in range(table.left(kind))]
            )
        token = Token(table.drawn)
        if self.plan.stage <= 2 and self.random.random() < 0.2:
            self.tap("0")
        elif self.random.random() < 0.2:
            self._walk_to(token)
        else:
            self.tap(pad_for(GiveToken(token)))

    def _walk_to(self, token: Token) -> None:
        """Name a token with the buttons alone."""
        self.tap("K4")
        for _ in range(list(TOKEN_PADS.values()).index(token)):
            self.tap("K3")
        if self.screen == TOKEN:
            self.tap("K4")

    def _undo(self) -> None:
        """Take back some touches, and bring some of them back."""
        for _ in range(self.random.randint(1, 5)):
            self.tap("K1")
            if not self.screen.startswith(self.home):
                return
        if self.random.random() < 0.5:
            self._careless(*["K4"] * self.random.randint(1, 3))

    def _match(self) -> None:
        """Match the screen to a table that lies otherwise."""
        if self.state.phase not in (Phase.MIND, Phase.WATCHER):
            return
        self.tap("K2")
        self.row("pause.fix")
        if self.screen != "ntd.fix":
            return
        for _ in range(self.random.randint(0, 4)):
            self.tap(self.random.choice(RING))
            if self.random.random() < 0.5:
                self.tap("2")
        self.tap("0")
        while self.screen == "ntd.fix":
            self.tap("K1")

    def report(self, error: BaseException) -> str:
        return f"{self.plan}\n{super().report(error)}"
