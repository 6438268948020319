"""The people of a simulated month: where they live, when they play, and what they wish to hear."""

from __future__ import annotations

import dataclasses
import random
from datetime import UTC, date, datetime, time, timedelta

from accounts.models import User
from accounts.notices import feeds, hooks, pushing
from games.changing import clocks
from games.clocks.calendar import Days, Hours
from tools.month.post import Post

ZONES = [
    "America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London",
    "Europe/Berlin", "Europe/Athens", "Africa/Nairobi", "Asia/Kolkata", "Asia/Kathmandu",
    "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland",
]  # fmt: skip
"""Twelve, seven of which change their clocks within the month; three with odd minutes."""

PACES = ["turn", "turn", "quiet", "digest", "off"]
FIRST = ["turn", "quiet", "digest"]
"""What the first people wish on each channel; they have all of them, and feeds."""
DAY = timedelta(days=1)
NIGHT = [Hours(day, 22 * 60, 7 * 60) for day in range(7)]
WEEKEND = [Hours(5, 0, 0), Hours(6, 0, 0)]


@dataclasses.dataclass
class Person:
    """Somebody who plays, as far as the site does not know it."""

    user: User
    visits: float  # a day
    vanishes: datetime | None
    returns: datetime | None
    trip: Days | None
    announces: datetime | None  # the trip; some forget to

    @property
    def id(self) -> int:
        """The number of their account."""
        return int(self.user.pk)

    def local(self, moment: datetime) -> datetime:
        """A moment as their own clock shows it."""
        return moment.astimezone(self.user.zone)

    def is_asleep(self, moment: datetime) -> bool:
        """Return whether it is night where they live."""
        return not 8 <= self.local(moment).hour < 22

    def at_leisure(self, moment: datetime, chance: random.Random) -> datetime | None:
        """When they next look in after a moment: awake, not on a trip; None for those gone."""
        while True:
            local = self.local(moment)
            if self.trip and self.trip.first <= local.date() <= self.trip.last:
                moment = self.morning(self.trip.last + DAY, chance)
            elif self.is_asleep(moment):
                moment = self.morning(local.date() + (DAY if local.hour >= 22 else 0 * DAY), chance)
            elif self.vanishes is None or moment < self.vanishes:
                return moment
            elif self.returns is None:
                return None
            elif moment < self.returns:
                moment = self.returns
            else:
                return moment

    def morning(self, day: date, chance: random.Random) -> datetime:
        """Some time in the first hours of a day of theirs."""
        start = datetime.combine(day, time(8), self.user.zone).astimezone(UTC)
        return start + timedelta(minutes=chance.uniform(0, 180))


def person_make(
    number: int, begin: datetime, days: int, post: Post, chance: random.Random
) -> Person:
    """Somebody new, with an account, a calendar and wishes of their own."""
    all_of_it = number < len(FIRST)  # so that a small month has each of them, too
    paces = [FIRST[number]] if all_of_it else PACES
    wish = {name: chance.choice(paces) for name in ("mails", "pushes", "hooks")}
    user = User.objects.create(
        username=f"person{number}", email=f"person{number}@example.org", password="!",
        time_zone=ZONES[number % len(ZONES)], language="en",
        quiet_minutes=chance.choice([10, 30, 90]), daily_hour=chance.choice([6, 8, 12, 18, 21]),
        chat_news=all_of_it or chance.random() < 0.8,
        **wish,
    )  # fmt: skip
    post.users[user.email] = user.pk
    if all_of_it or chance.random() < 0.5:
        browser = post.push.browser(str(user.pk))
        pushing.device_add(user=user, subscription=browser.subscription, agent="")
    if all_of_it or chance.random() < 0.25:
        hooks.hook_set(user=user, url=f"https://localhost:{post.hook.port}/{user.pk}")
    if all_of_it or chance.random() < 0.3:
        feeds.feeds_renew(user)
    hours = [*(NIGHT if chance.random() < 0.5 else []), *(WEEKEND if chance.random() < 0.2 else [])]
    unique = {one.weekday: one for one in hours}
    clocks.own_time_set(
        user_id=user.pk, zone=user.time_zone, hours=list(unique.values()),
        remind=chance.choice([0, 25, 25, 50]), now=begin,
    )  # fmt: skip
    person = Person(user, chance.choice([1, 2, 3, 5]), None, None, None, None)
    if chance.random() < 0.2:
        person.vanishes = begin + chance.uniform(0.1, 0.9) * days * DAY
        if chance.random() < 0.5:
            person.returns = person.vanishes + chance.uniform(2, 10) * DAY
    elif chance.random() < 0.25:
        first = (begin + chance.uniform(0.15, 0.8) * days * DAY).date()
        person.trip = Days(first, first + chance.randrange(1, max(2, min(9, days // 3))) * DAY)
        if chance.random() < 0.7:
            person.announces = datetime.combine(first, time(), UTC) - chance.uniform(0.6, 4) * DAY
    return person
