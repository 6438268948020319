"""How often and how much anybody may do anything: all numbers of the site, in one place.

A `Rate` is a leaky bucket (`config.web.buckets`), approximate and per process. A `Most` is counted
in stored rows, exactly and for all processes. docs/topics/security.md has a table of them, and
`tests/security/test_limits.py` compares the two. What is said beyond a `Most` stands beside it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise


class Rate(NamedTuple):
    """So many a second in the long run, and so many at once."""

    a_second: float
    at_once: int


class Most(NamedTuple):
    """A limit on stored rows, perhaps within a time; its refusal has words with the `number`.

    `config.web.counting` compares it with the rows that there are.
    """

    number: int
    text: StrOrPromise = ""  # that of `TooMany` if empty
    within: timedelta | None = None


# --- Asked at once, in the process's memory ------------------------------------------------------

API = Rate(20, 200)
"""Requests to the API; `API_RATE` and `API_BURST` change it."""
GUESTS_AN_HOUR, GUESTS_AT_ONCE = 60, 40
"""New guests and their tables from an address; settings of these names change it."""
NOTES = Rate(1, 30)
"""Private notes that a user saves."""
NAMES = Rate(4, 40)
"""Searches for people while a user types a name."""
FEEDS = Rate(0.1, 30)
"""Fetches of one calendar or feed."""
DEVICES_RENEWED = Rate(0.1, 30)
"""Subscriptions that browsers put in the place of others, from an address."""
TRIAL_MESSAGES = Rate(1 / 30, 5)
"""Messages for trial to a user's own address."""
CLOCK_CHANGES = Rate(1 / 60, 40)
"""Calendars set and wishes made by a user."""
DOORS = Rate(0.5, 40)
"""Questions to other sites with which people sign in, from an address."""
TRIED_MOVES = Rate(2, 60)
"""Moves tried out without a table."""
THOUGHTS = Rate(0.1, 12)
"""Questions and tables that an expert is to think about."""
PLANS = Rate(1, 30)
"""Plans that a user makes."""
ANSWERS = Rate(0.5, 120)
"""Answers kept for whoever sends a form again; others are not, and count each time."""
CARDS = Rate(1, 60)
"""Pictures drawn for other sites."""
ERROR_MAILS_AN_HOUR = 10
"""Mails about errors of one process."""

# --- Counted in rows -----------------------------------------------------------------------------

_not_so_fast = _("Not so fast: wait a moment before you write again.")
MESSAGES = (
    Most(6, _not_so_fast, timedelta(seconds=15)),
    Most(60, _not_so_fast, timedelta(minutes=30)),
)
"""Messages of a user in all chats."""
INVITATIONS = Most(
    40, _("You have invited many people: wait an hour before you invite more."), timedelta(hours=1)
)
"""Invitations by a host to all tables."""
UNANSWERED_INVITATIONS = 20
"""To one table."""
LETTERS = Most(
    10, _("You have invited many people by email: send others the link."), timedelta(days=1)
)
"""Invitations by mail that a host sends."""
LETTERS_TO_ADDRESS = Most(2, within=timedelta(days=7))
"""Invitations by mail that one address gets."""
REPORTS = Most(
    20, _("You have sent many reports. The moderators are looking at them."), timedelta(days=1)
)
"""Reports of a user."""
ACTS = Most(
    120,
    _("You have done a lot within an hour. Let another moderator look at it first."),
    timedelta(hours=1),
)
"""Acts of a moderator."""
TABLES = Most(
    100,
    _("You have started very many tables: wait an hour before you start more."),
    timedelta(hours=1),
)
"""That one user opens, also if they are cancelled again."""
OPEN_TABLES = Most(
    10, _("You have too many open tables: wait until some have begun, or cancel some.")
)
"""Of one host."""
TABLES_ALONE = Most(
    40, _("You are playing with only bots at too many tables: finish some, or give up.")
)
"""In play, at which one user sits with bots alone."""
ARCHIVES = Most(
    1,
    _("Your tables are packed once an hour: the file is there, or soon will be."),
    timedelta(hours=1),
)
"""Files of all their tables that a user has made."""
TOKENS = Most(10, _("You have too many tokens: revoke one first."))
"""Of one user."""
PROGRAMS = Most(3, _("You have too many programs: delete one first."))
"""Of one owner."""
DEVICES = Most(10, _("You have too many devices: remove one first."))
"""Of one user, that show notices."""
FRIENDS = Most(200, _("You have already asked very many people."))
"""People whom a user may count as friends."""
BLOCKS = Most(1_000, _("You are already blocking very many people."))
"""People whom a user may block."""

# --- Read of a request ---------------------------------------------------------------------------

LONGEST_ADDRESS = 500
"""Characters of a path: Django looks for it among all addresses, with some expressions whose work
grows with the square."""

# --- Sockets -------------------------------------------------------------------------------------

WINDOW = 10.0  # seconds
HELLOS = 20
"""Greetings of a socket within `WINDOW`."""
PINGS = 20
"""Signs of life that a socket asks for within `WINDOW`."""
OVERRUNS = 10
"""Messages of a socket within `WINDOW` beyond those that may be unanswered."""
UNANSWERED = 5
"""Messages of one socket that may wait for an answer."""
WAITING_IN_ALL = 400
"""Messages that may wait in one process; each user has a share of what is free."""
LONGEST_MESSAGE = 16_000
"""Characters."""
SOCKETS = 5_000
"""Of one process."""
SOCKETS_OF_USER = 200
"""Of one user in one process."""
SOCKETS_OF_ADDRESS = 200
"""Of all visitors and guests at one address in one process."""
SOCKETS_RESERVED = 1_000
"""Of one process, for users with an account alone."""
SOCKET_FRAMES = 100
"""Frames of a socket within `WINDOW` that bring no message: pings, pongs, parts, empty ones."""
MESSAGE_SECONDS = 10.0
"""Within which a message that was begun must be there."""
THREADS = 4
"""Of one process, which answer requests."""
REQUESTS_AT_ONCE = 200
"""Running or waiting for a thread in one process: some seconds of work."""
HEADER_SECONDS = 10
"""Within which the headers of a request must be there."""
LONGEST_BODY = 1_000_000
"""Bytes of a request's body."""
BODY_SECONDS = 20
"""Within which its body must be there after that."""
LINGER_SECONDS = 5
"""For which what still comes of a refused body is thrown away, so that its sender reads why."""
BODIES_IN_ALL = 64_000_000
"""Bytes of all bodies that one process holds."""

# --- Signing in: django-allauth counts in the cache ----------------------------------------------

SIGNING_IN = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/300s/key",
    "request_login_code": "20/m/ip,3/m/key,10/h/key,20/d/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key,10/h/key,20/d/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "confirm_email": "1/180s/key,10/h/key,20/d/key,60/h/ip",
}
"""Number, time, and by what it is counted: address, account or what was typed."""
