"""Everything that reads what others may have written: one list, for the tests and for `fuzz`.

A decoder takes text, bytes or plain values and gives back something, or refuses with the errors
that its callers expect. Whatever else it raises is a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
from django.core.exceptions import ImproperlyConfigured
from django.http import QueryDict

from accounts.chat.topics import ChatTopic
from accounts.mail import silence, unsubscribing
from accounts.notices import hooks, pushing
from accounts.people.tokens import bearer_of, token_read
from config.running import environment
from config.socket.connection import Understood
from config.web import foreign_json, readable
from config.web.foreign_json import Unreadable
from config.web.one_line import in_one_line
from config.web.refusal import Refused
from games.changing.plan_changes import orders_read
from games.clocks.calendar import zone_named
from games.guide.progress import Progress
from games.judging.plan_verdicts import PlanStep
from games.page.parts import hashes_in
from games.page.views import move_in
from games.rules.core.codec import (
    UnreadablePosition,
    convert,
    decode_move,
    decode_options,
    decode_position,
)
from games.rules.core.interface import IllegalMove
from games.rules.registry import GAMES
from games.telling.reading import zone_chosen
from games.trying.keeping import Trial
from games.watching.topics import TableTopic
from lobby.tables import shares

Errors = tuple[type[BaseException], ...]


class Decoder(NamedTuple):
    """One of them: the function, its errors, and what it is given."""

    read: Callable[[Any], object]
    refuses: Errors
    takes: str  # "text", "bytes" or "values"


def posted_move(game: str, text: str) -> object:
    """The move of a form, with a number beside it."""
    posted = QueryDict(mutable=True)
    posted.update({"move": text, f"number:{text}": text})
    return move_in(posted, GAMES[game])


def of_game(game: str) -> dict[str, Decoder]:
    """Those of one game."""
    rules = GAMES[game]
    return {
        f"move of {game}": Decoder(partial(decode_move, rules), (IllegalMove,), "values"),
        f"move in a form, {game}": Decoder(partial(posted_move, game), (Refused,), "text"),
        f"options of {game}": Decoder(
            partial(decode_options, rules), (msgspec.ValidationError,), "values"
        ),
        f"orders of {game}": Decoder(partial(orders_read, game), (Refused,), "values"),
        f"position of {game}": Decoder(
            partial(decode_position, rules), (UnreadablePosition,), "bytes"
        ),
    }


DECODERS: dict[str, Decoder] = {
    **{name: decoder for game in GAMES for name, decoder in of_game(game).items()},
    "message of a socket": Decoder(Understood([TableTopic, ChatTopic]).read, (Unreadable,), "text"),
    "JSON of a page": Decoder(foreign_json.read_object, (Unreadable,), "bytes"),
    "any JSON": Decoder(foreign_json.read_any, (Unreadable,), "bytes"),
    "hashes of parts": Decoder(hashes_in, (), "text"),
    "fields of an address": Decoder(lambda text: readable.unreadable(QueryDict(text)), (), "text"),
    "text of a message": Decoder(in_one_line, (), "text"),
    "header with a token": Decoder(bearer_of, (), "text"),
    "personal token": Decoder(token_read, (), "text"),
    "token to leave mails": Decoder(unsubscribing.subscriber_of, (), "text"),
    "token for no invitations": Decoder(silence.digest_in, (), "text"),
    "address for mails": Decoder(silence.is_silent, (), "text"),
    "push subscription": Decoder(pushing.subscription_read, (Refused,), "values"),
    "base64url of a key": Decoder(pushing.decoded, (ValueError,), "text"),
    "address of a hook": Decoder(hooks.check_url, (Refused,), "text"),
    "browser's name": Decoder(pushing.name_of, (), "text"),
    "time zone of a reader": Decoder(zone_chosen, (), "text"),
    "time zone of a calendar": Decoder(zone_named, (), "text"),
    "trial in a session": Decoder(
        lambda document: convert(document, Trial), (msgspec.ValidationError,), "values"
    ),
    "lesson in a session": Decoder(
        lambda document: convert(document, Progress), (msgspec.ValidationError,), "values"
    ),
    "steps of a plan": Decoder(
        lambda document: convert(document, list[PlanStep]), (msgspec.ValidationError,), "values"
    ),
    "share of a seat": Decoder(shares.check_share, (Refused,), "text"),
    "pledge of a table": Decoder(
        lambda text: shares.secret_for(shares.Added("x", text)), (Refused,), "text"
    ),
    "address of a database": Decoder(environment.database, (ImproperlyConfigured,), "text"),
    "address of a mail server": Decoder(environment.email, (ImproperlyConfigured,), "text"),
}


def fault(decoder: Decoder, given: Any) -> BaseException | None:
    """What a decoder raises beside what it may; None if nothing."""
    try:
        decoder.read(given)
    except decoder.refuses:
        return None
    except Exception as error:
        return error
    return None
