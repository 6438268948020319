"""A game played on a page with motion, and compared with a fresh page after every turn."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PatienceOver

from accounts.chat.talking import message_say
from accounts.chat.unread import unread_by_table
from accounts.models import User
from games.models import Seat, Table
from games.rules.core.codec import encode
from games.storing.rows import TableRow, table_load
from games.telling.history import position_of
from games.telling.updates import table_update
from tools.lines import SlowLine
from tools.living.comparing import differences
from tools.living.meanwhile import PUSHED, WHILE
from tools.living.pairs import TurnSetting
from tools.living.table import (
    IS_OPEN,
    PHONE,
    play_one,
    question,
    wait_for_change,
    wait_for_entry,
    wait_for_question,
)
from tools.living.ways import Offer, confirm, way_on
from tools.patience import pause, until
from tools.seating import table_begun

DESK: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "reduced_motion": "no-preference",
}
HAND: dict[str, Any] = {
    **PHONE,
    "reduced_motion": "no-preference",
}
THINKING = 0.9  # seconds of a person before an answer
SHORT = 0.25  # of others, from one step to the next
UNREAD = """count => {
    const { hidden, textContent } = document.getElementById("unsaid");
    return (hidden ? 0 : Number(textContent)) === count;
}"""
SWIFTNESS = {"machine": 10, "person": 1}  # times as fast as usual move pieces, cards and numbers
EVERY = 5  # turns from one line in the chat to the next


def wanted(row: TableRow, place: int, chance: random.Random) -> Offer:
    """The answer that the game's bot would give, as the page offers it."""
    position = position_of(row)
    assert position is not None
    decision = next(one for one in row.rules.pending(position.state) if one.seat == place)
    move = row.rules.bots["greedy"](row.rules.view(position.state, place), decision, chance)
    update = table_update(row, row.seats[place].user_id or 0)
    assert update.question is not None
    chosen = next(offer for offer in update.question.moves if offer.move == encode(move))
    offer: Offer = msgspec.to_builtins(chosen)
    return offer


def screen(device: str, way: str) -> dict[str, Any]:
    """Options of a browser's context."""
    return HAND if device == "phone" else {**DESK, "has_touch": way == "touch"}


class WholeGame:
    """A table of people, of whom one has a page, and all others are elsewhere.

    They answer as bots do, one after the other by place, so the seed of a table decides its game.
    """

    def __init__(self, page: Page, line: SlowLine, table: Table, reader: User, way: str) -> None:
        self.page, self.line, self.table, self.way = page, line, table, way
        self.fresh = page.context.new_page()
        self.tools = page.context.new_cdp_session(page)
        self.answer = way_on(page, way)
        self.reader = reader
        self.place = Seat.objects.get(table=table, user=reader).place
        self.other = User.objects.filter(seats__table=table).exclude(pk=reader.pk)[0]
        self.elsewhere = table_begun("pier", [reader, self.other])
        self.chance, self.chance_elsewhere = random.Random(table.game), random.Random("pier")
        self.turns = self.answers = 0

    def play(self, settings: Iterable[TurnSetting], most: int = 0) -> list[str]:
        """Play to the end, or so many turns: what was shown and is not so, after which turn.

        It ends where the page does not go on.
        """
        wrong: list[str] = []
        while self.asked() not in (self.place, None):
            play_one(self.table, self.chance)
        for setting in settings:
            self.turns += 1
            try:
                self.take_turn(setting)
                lines = self.compare(setting)
            except (PatienceOver, AssertionError) as error:
                return [*wrong, f"turn {self.turns}, {setting}: stuck, {error}"]
            wrong += [f"turn {self.turns}, {setting}: {line}" for line in lines]
            if not self.is_playing() or self.turns == most:
                break
        return wrong

    def is_playing(self) -> bool:
        return table_load(self.table.pk).status == "playing"

    def asked(self) -> int | None:
        """The place of the first who is asked; None at the end."""
        row = table_load(self.table.pk)
        seats = (seat.place for seat in row.seats if seat.deciding and row.status == "playing")
        return next(seats, None)

    def take_turn(self, setting: TurnSetting) -> None:
        """Answer on the page as long as it asks; then others play, while something happens."""
        self.line.delay = setting.line
        swiftness = {"playbackRate": SWIFTNESS[setting.pace]}
        self.tools.send("Animation.setPlaybackRate", swiftness)
        while self.asked() == self.place:
            if setting.pace == "person":
                pause(THINKING)
            self.give_answer()
        with WHILE[setting.meanwhile](self.page), PUSHED[setting.pushes](self.line):
            self.others_act(says=self.turns % EVERY == 0 and setting.meanwhile != "sheet")
            while self.asked() not in (self.place, None):
                if setting.pace == "person":
                    pause(SHORT)
                play_one(self.table, self.chance)

    def give_answer(self) -> None:
        """Give the answer that the game's bot would give."""
        page = self.page
        wait_for_entry(page, self.table)
        page.locator(".ask.mine").wait_for()
        before = question(page)
        offer = wanted(table_load(self.table.pk), self.place, self.chance)
        self.answer(page, offer, self.table.game)
        wait_for_change(page, before)
        if question(page) == before:
            confirm(page, self.way)
            wait_for_question(page, before)
        self.answers += 1

    def others_act(self, *, says: bool) -> None:
        """Another table begins or ends to ask the reader, and perhaps the other one writes."""
        asked = Seat.objects.filter(table=self.elsewhere, deciding=True).order_by("place").first()
        if asked:
            play_one(self.elsewhere, self.chance_elsewhere)
        if says:
            message_say(table=self.table, user=self.other, text=f"Turn {self.turns}!")

    def has_read(self) -> bool:
        """Return whether the page counts as many unread lines as are: what it reads is stored."""
        count = unread_by_table(self.reader).get(self.table.pk, 0)
        return bool(self.page.evaluate(UNREAD, count))

    def compare(self, setting: TurnSetting) -> list[str]:
        """In what the page differs from a fresh one."""
        self.line.delay = 0
        self.page.wait_for_function(IS_OPEN)
        until(self.has_read)
        hurried = setting.pace == "machine"
        return differences(self.page, self.fresh, self.table, hurried=hurried)
