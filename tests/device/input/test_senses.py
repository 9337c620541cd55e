"""Facts from the hardware become gestures: names, order, lost chips, waking."""

from __future__ import annotations

from queue import SimpleQueue

import pytest

from device.input.senses import Senses
from device.settings.model import PADS
from device.ui.events import Key, KeyPressed, KeyReleased
from hal.ports import ButtonEdge, Fact, FaultCode, PadsTouched, Part, PartChanged, Shown

MS = 1_000
T0 = 3_000_000
STRAIGHT = dict(enumerate(PADS))


class Keys:
    """Implements hal.ports.Buttons."""

    def __init__(self) -> None:
        self.down = 0

    def levels(self) -> int:
        return self.down


@pytest.fixture
def keys() -> Keys:
    return Keys()


@pytest.fixture
def inbox() -> SimpleQueue[Fact]:
    return SimpleQueue()


@pytest.fixture
def senses(inbox: SimpleQueue[Fact], keys: Keys) -> Senses:
    return Senses(inbox, keys, STRAIGHT)


def pads(at_us: int, *names: str, source: Part = Part.PADS) -> PadsTouched:
    return PadsTouched(at_us, source, sum(1 << PADS.index(name) for name in names))


def test_a_pad_has_the_name_that_the_settings_give_its_electrode(
    inbox: SimpleQueue[Fact], keys: Keys
) -> None:
    turned = {11 - electrode: name for electrode, name in STRAIGHT.items()}
    senses = Senses(inbox, keys, turned)
    inbox.put(PadsTouched(T0, Part.PADS, 1 << 11))
    assert senses.hear(T0, palms=False, asleep=False).events == (KeyPressed(T0, Key.PAD_1),)


def test_an_electrode_without_a_pad_says_nothing(inbox: SimpleQueue[Fact], keys: Keys) -> None:
    senses = Senses(inbox, keys, {0: "1"})
    inbox.put(PadsTouched(T0, Part.PADS, 0b10))
    assert senses.hear(T0, palms=False, asleep=False).events == ()


def test_facts_count_in_the_order_of_their_times(inbox: SimpleQueue[Fact], senses: Senses) -> None:
    inbox.put(pads(T0 + 50 * MS))
    inbox.put(pads(T0, "7"))
    heard = senses.hear(T0 + 60 * MS, palms=False, asleep=False)
    assert heard.events == (KeyPressed(T0, Key.PAD_7), KeyReleased(T0 + 50 * MS, Key.PAD_7))
    assert heard.pads == ((T0, frozenset("7")), (T0 + 50 * MS, frozenset()))


def test_f10_levels_are_read_again_at_each_look(senses: Senses, keys: Keys) -> None:
    keys.down = 0b1
    senses.hear(T0, palms=False, asleep=False)
    assert senses.down
    senses.hear(T0 + 20 * MS, palms=False, asleep=False)
    keys.down = 0
    senses.hear(T0 + 200 * MS, palms=False, asleep=False)
    heard = senses.hear(T0 + 220 * MS, palms=False, asleep=False)
    assert heard.events == (KeyPressed(T0 + 200 * MS, Key.K1),)


def test_f11_what_is_down_when_the_device_starts_is_nobody_s_wish(inbox: SimpleQueue[Fact]) -> None:
    keys = Keys()
    keys.down = 0b1000
    senses = Senses(inbox, keys, STRAIGHT)
    senses.hear(T0, palms=False, asleep=False)
    keys.down = 0
    inbox.put(ButtonEdge(T0 + 100 * MS, 4, down=False))
    senses.hear(T0 + 100 * MS, palms=False, asleep=False)
    assert senses.hear(T0 + 200 * MS, palms=False, asleep=False).events == ()


def test_pads_of_a_lost_chip_are_lifted(inbox: SimpleQueue[Fact], senses: Senses) -> None:
    inbox.put(pads(T0, "5"))
    senses.hear(T0, palms=False, asleep=False)
    gone = PartChanged(T0 + 10 * MS, Part.PADS, FaultCode.BUS_ERROR)
    inbox.put(gone)
    heard = senses.hear(T0 + 10 * MS, palms=False, asleep=False)
    assert heard.events == (KeyReleased(T0 + 10 * MS, Key.PAD_5),)
    assert heard.news == (gone,)
    assert not senses.down


@pytest.mark.parametrize("what", ["pad", "button", "plate"])
def test_f19_anything_wakes_a_dark_panel_and_does_no_more(
    inbox: SimpleQueue[Fact], senses: Senses, keys: Keys, what: str
) -> None:
    facts: dict[str, Fact] = {
        "pad": pads(T0, "5"),
        "button": ButtonEdge(T0, 2, down=True),
        "plate": pads(T0, "1", source=Part.PALMS),
    }
    keys.down = 0b10 if what == "button" else 0
    inbox.put(facts[what])
    heard = senses.hear(T0, palms=False, asleep=True)
    assert heard.woke
    assert heard.events == ()


def test_a_dim_panel_lets_the_touch_count(inbox: SimpleQueue[Fact], senses: Senses) -> None:
    inbox.put(pads(T0, "5"))
    heard = senses.hear(T0, palms=False, asleep=False)
    assert not heard.woke
    assert heard.events == (KeyPressed(T0, Key.PAD_5),)


def test_news_is_handed_on_in_order(inbox: SimpleQueue[Fact], senses: Senses) -> None:
    inbox.put(Shown(T0 + 1, 4))
    inbox.put(Shown(T0, 3))
    assert senses.hear(T0 + 2, palms=False, asleep=False).news == (Shown(T0, 3), Shown(T0 + 1, 4))


def test_settled_means_that_what_is_down_was_seen_and_debounced(
    inbox: SimpleQueue[Fact], senses: Senses, keys: Keys
) -> None:
    assert senses.settled(frozenset(), pads=True)
    keys.down = 1
    inbox.put(ButtonEdge(T0, 1, down=True))
    assert not senses.settled(frozenset({"K1"}), pads=True)
    senses.hear(T0, palms=False, asleep=False)
    assert not senses.settled(frozenset({"K1"}), pads=True)
    senses.hear(T0 + 10 * MS, palms=False, asleep=False)
    assert senses.settled(frozenset({"K1"}), pads=True)
    assert not senses.settled(frozenset({"5", "K1"}), pads=True)
    assert senses.settled(frozenset({"5", "K1"}), pads=False)
