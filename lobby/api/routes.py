"""The JSON API of games and open tables: the same services and selectors as the pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from ninja.errors import AuthenticationError

from accounts.models import User
from accounts.people.selectors import user_of
from config.web.documents import respond
from config.web.existing import existing
from config.web.signing_in import signed_in
from games.api import load_for, updated
from games.bots.levels import names_of
from games.documents import ACTING, READING, Problem
from games.errors import NoSuchTable
from games.models import BIGGEST, TIMES, Seat, Table
from games.models.terms import TERMS
from games.rules.core.editions import renewed
from games.rules.core.interface import AnyState, Rules
from games.storing.rows import table_load
from games.telling.ratings import LeaderDocument, leaders_of
from games.telling.schemas import Update, listed, schema_of
from games.telling.seasons import season_named
from games.telling.updates import table_update
from games.telling.wording import title_of
from lobby.api.documents import (
    Agreement,
    ClockBody,
    Colour,
    Consents,
    GameDocument,
    Guest,
    Join,
    Leaders,
    Left,
    NewTable,
    NewTerms,
    Removal,
    Search,
    SeatOffer,
    Seeking,
    TableDocument,
    TakingOver,
    Withdrawal,
)
from lobby.api.listing import table_documents
from lobby.tables import inviting, offers, rematch, selectors, services, terms
from lobby.tables.colours import colour_choose, colours_offered
from lobby.tables.shares import Added, Pledge, pledge_make
from lobby.terms import opening

router = Router(tags=["lobby"])


def pace_wished(days: int | None, clock: ClockBody | None) -> dict[str, Any]:
    """The terms of a pace: a `clock`, or so many days for each answer."""
    chosen = clock or ClockBody.model_validate({"kind": "none"})
    terms = {column: getattr(chosen, name) for column, name in {"pace": "kind", **TIMES}.items()}
    return terms if clock or days is None else {**terms, **opening.days_per_move(days)}


@router.get(
    "games",
    response={200: listed(GameDocument), 401: Problem, 403: Problem, 429: Problem},
    summary="All games",
)
def read_games(request: HttpRequest) -> HttpResponse:
    """The games one can open a table of."""
    return respond([game_document(rules) for rules in opening.games_in_lobby().values()])


@router.get(
    "games/{game}/ratings",
    response={
        200: listed(LeaderDocument), 401: Problem, 403: Problem, 404: Problem, 422: Problem,
        429: Problem,
    },
    summary="The best of a game",
)  # fmt: skip
def read_leaders(request: HttpRequest, game: str, wish: Query[Leaders]) -> HttpResponse:
    """Those whose rating is known well enough, and who show it to others."""
    rules = existing(opening.games_in_lobby().get(game))
    season = existing(season_named(wish.season)) if wish.season else None
    leaders = leaders_of(rules.slug, request.user, season=season)
    return respond([leader.told for leader in leaders])


def game_document(rules: Rules[AnyState]) -> GameDocument:
    """What a program needs to open a table of a game."""
    return GameDocument(
        slug=rules.slug,
        title=title_of(rules),
        seats=list(rules.players),
        options=opening.options_schema(rules),
        bots=names_of(rules),
        stand_in=rules.stand_in,
        colours=list(colours_offered(rules.slug)),
    )


@router.get(
    "tables",
    response={200: listed(TableDocument), 401: Problem, 403: Problem, 422: Problem, 429: Problem},
    summary="Tables, the newest first",
)
def read_tables(request: HttpRequest, search: Query[Search]) -> HttpResponse:
    """The tables you may see. For the next page, give the last id as `before`."""
    if (search.mine or search.waiting) and not isinstance(request.user, User):
        raise AuthenticationError
    found = selectors.tables_found(
        request.user,
        status=search.status,
        mine=search.mine,
        waiting=search.waiting,
        game=search.game,
        before=search.before,
        most=search.limit,
    )
    return respond(table_documents(found, request.user.pk))


@router.get(
    "pledge",
    response={200: schema_of(Pledge), 401: Problem, 403: Problem, 429: Problem},
    summary="What binds the server beforehand",
)
def read_pledge(request: HttpRequest) -> HttpResponse:
    """For who adds a share to the table that they open: the commitment to the secret it will have.

    It is good for one table, within a day.
    """
    return respond(pledge_make())


@router.post("tables", auth=signed_in, response={201: Update, **ACTING}, summary="Open a table")
def open_table(request: HttpRequest, wish: NewTable) -> HttpResponse:
    """Open a table and sit down at it. That of a program is private, unless it says otherwise."""
    host = user_of(request)
    terms = wish.model_dump(include=set(TERMS))
    if "private" not in wish.model_fields_set:
        terms["private"] = host.is_program
    table = services.table_open(
        host=host,
        terms=opening.Terms(
            game=wish.game,
            seats_min=wish.seats if wish.seats_min is None else wish.seats_min,
            seats_max=wish.seats,
            options=wish.options,
            bots=wish.bots,
            bot=wish.bot,
            **pace_wished(wish.pace, wish.clock),
            **terms,
        ),
        colour=wish.colour,
        added=Added(wish.share, wish.pledge),
    )
    row = table_load(table.pk)
    return respond(table_update(row, request.user.pk).fields(), status=201)


@router.post(
    "tables/{int:table_id}/join",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Sit down",
)
def join_table(request: HttpRequest, table_id: int, join: Join | None = None) -> HttpResponse:
    """Take a seat at an open table; the last seat taken begins it."""
    wish = join or Join.model_validate({})
    services.seat_take(
        table_id=known(request, table_id, wish.token),
        user=user_of(request),
        token=wish.token,
        colour=wish.colour,
        share=wish.share,
    )
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/colour",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Choose your colour",
)
def choose_colour(request: HttpRequest, table_id: int, wish: Colour) -> HttpResponse:
    """At an open table where you sit, if nobody else has chosen it."""
    colour_choose(table_id=known(request, table_id), user=user_of(request), colour=wish.colour)
    return updated(request, table_id)


@router.get(
    "offers",
    response={200: listed(SeatOffer), 401: Problem, 403: Problem, 422: Problem, 429: Problem},
    summary="Seats that you may take over",
)
def read_offers(request: HttpRequest, search: Query[Seeking]) -> HttpResponse:
    """Their users have run out of time, and the table agreed to offer them; the latest first."""
    found = offers.offers_for(request.user, selectors.Filters(game=search.game))
    return respond(
        [
            SeatOffer(
                table=seat.table_id,
                game=seat.table.game,
                place=seat.place,
                user=seat.user.get_username() if seat.user else "",
                since=seat.absent_since,
            )
            for seat in found[: offers.MOST_OFFERED]
            if seat.absent_since is not None
        ]
    )


@router.post(
    "tables/{int:table_id}/take-over",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Take over a seat",
)
def take_over(request: HttpRequest, table_id: int, wish: TakingOver) -> HttpResponse:
    """One that is offered, with a fresh clock. The first to ask gets it."""
    if table_id > BIGGEST:
        raise NoSuchTable
    user = user_of(request)
    offers.take_over(table_id=table_id, place=wish.place, user=user, token=wish.token)
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/leave",
    auth=signed_in,
    response={200: schema_of(Left), **ACTING},
    summary="Stand up",
)
def leave_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Leave an open table; without anybody left it is closed."""
    services.seat_leave(table_id=known(request, table_id), user=user_of(request))
    return respond(Left(id=table_id, status=Table.objects.get(pk=table_id).status))


@router.post(
    "tables/{int:table_id}/start", auth=signed_in, response={200: Update, **ACTING}, summary="Begin"
)
def start_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Begin with those who have a seat. Only the host may."""
    services.table_start(table_id=known(request, table_id), user=user_of(request))
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/invite",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Ask somebody to your table",
)
def invite(request: HttpRequest, table_id: int, guest: Guest) -> HttpResponse:
    """By name or address. They get a mail, and may sit down even if the table is private."""
    user = user_of(request)
    if "@" in guest.name:
        inviting.letter_send(table_id=known(request, table_id), user=user, address=guest.name)
    else:
        services.invitation_send(table_id=known(request, table_id), user=user, name=guest.name)
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/withdraw",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Take an invitation back",
)
def withdraw(request: HttpRequest, table_id: int, withdrawal: Withdrawal) -> HttpResponse:
    """One that was not accepted. Only the host may."""
    known(request, table_id)
    found = selectors.invitations_to(table_id).filter(
        user__username__iexact=withdrawal.name.replace("\x00", "")
    )
    inviting.invitation_withdraw(
        table_id=table_id,
        user=user_of(request),
        invitation_id=found.values_list("pk", flat=True).first() or 0,
    )
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/remove",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Take somebody off your table",
)
def remove(request: HttpRequest, table_id: int, removal: Removal) -> HttpResponse:
    """A person or a bot at an open table. Only the host may; others move up."""
    known(request, table_id)
    seats = Seat.objects.filter(table=table_id, place=removal.place)
    inviting.seat_remove(
        table_id=table_id,
        user=user_of(request),
        seat_id=seats.values_list("pk", flat=True).first() or 0,
    )
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/terms",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Change an open table",
)
def change_terms(request: HttpRequest, table_id: int, wish: NewTerms) -> HttpResponse:
    """Only the host may. It begins when everybody else who sits there has agreed."""
    table = Table.objects.get(pk=known(request, table_id))
    now = opening.terms_of(table)
    options = {**renewed(table.rules, table.options), **(wish.options or {})}
    given = wish.model_dump(exclude_none=True, include={*TERMS, "seats_min"})
    if wish.seats is not None:
        given["seats_max"] = wish.seats
    if "pace" in wish.model_fields_set or wish.clock is not None:
        given |= pace_wished(wish.pace, wish.clock)
    terms.terms_change(
        table_id=table.pk,
        user=user_of(request),
        terms=opening.Terms(game=table.game, **{**now, **given, "options": options}),
    )
    return updated(request, table_id)


@router.get(
    "tables/{int:table_id}/terms",
    auth=signed_in,
    response={200: schema_of(Consents), **READING},
    summary="What has been changed at your table",
)
def read_terms(request: HttpRequest, table_id: int) -> HttpResponse:
    """For those who sit there, in words."""
    user, table = user_of(request), Table.objects.get(pk=known(request, table_id))
    consents = list(selectors.consents_to(table))
    mine = next((one for one in consents if one.user_id == user.pk), None)
    changes = terms.differences(table, mine.before) if mine else []
    return respond(
        Consents(
            stamp=opening.stamp_of(table),
            waiting_for=[one.user.username for one in consents],
            changes=[change._asdict() for change in changes],
        )
    )


@router.post(
    "tables/{int:table_id}/agree",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Agree to a change",
)
def agree(request: HttpRequest, table_id: int, agreement: Agreement) -> HttpResponse:
    """The last to agree at a full table begins it. An old stamp is refused."""
    terms.terms_agree(
        table_id=known(request, table_id), user=user_of(request), seen=agreement.stamp
    )
    return updated(request, table_id)


@router.post(
    "tables/{int:table_id}/again",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="The same again",
)
def again(request: HttpRequest, table_id: int) -> HttpResponse:
    """Play a finished table again: the answer is the new table, or the one somebody else opened."""
    table = rematch.table_again(table_id=known(request, table_id), user=user_of(request))
    return updated(request, table.pk)


@router.post(
    "tables/{int:table_id}/decline",
    auth=signed_in,
    response={200: dict[str, int], **ACTING},
    summary="Decline an invitation",
)
def decline(request: HttpRequest, table_id: int) -> HttpResponse:
    """Decline; the host gets a notice."""
    services.invitation_decline(table_id=known(request, table_id), user=user_of(request))
    return respond({"id": table_id})


@router.get(
    "invitations",
    auth=signed_in,
    response={200: listed(TableDocument), 401: Problem, 403: Problem, 429: Problem},
    summary="Open tables you were asked to",
)
def read_invitations(request: HttpRequest) -> HttpResponse:
    """Those you have not answered. Accept one with `join`."""
    user = user_of(request)
    invitations = selectors.invitations_for(user).values_list("table_id", flat=True)
    return respond(table_documents(invitations, user.pk))


def known(request: HttpRequest, table_id: int, token: str = "") -> int:
    """The id, if the user may know that the table exists. Raises NoSuchTable if not."""
    if token and Table.objects.filter(pk=table_id, token=token).exists():
        return table_id
    if token and selectors.letter_with(token).filter(table=table_id).exists():
        return table_id
    if not selectors.is_invited(user_of(request), table_id):
        load_for(request, table_id)
    return table_id
