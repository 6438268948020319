"""The functions that decide who may see or change what, and what of them need not be noticed.

`tests/security/test_mutation.py` finds those that are missing here.
"""

from __future__ import annotations

import importlib
import inspect
from types import FunctionType
from typing import Any

from tools.mutation.mutants import Clause, Mutant, mutants_of

WHOLE = {
    "accounts.announcing.acts": "check_may",
    "accounts.backends": "Backend.get_user",
    "accounts.people.blocks": "blocked_with are_apart",
    "accounts.chat.talking": "may_talk messages_for open_to may_read chats_open_to check_may_talk",
    "accounts.chat.topics": "ChatTopic._said",
    "accounts.people.exporting": "all_notes_of",
    "accounts.people.friends": "are_friends friendships_of",
    "accounts.signing_in.guests.middleware": "GuestMiddleware.process_view",
    "accounts.people.leaving": "seats_of tenures_of",
    "accounts.sessions.middleware": "TokenMiddleware.__call__ SuspensionMiddleware.__call__",
    "accounts.models.users": "User.is_muted User.is_suspended",
    "accounts.moderation.acts": "check_user check_far check_table",
    "accounts.moderation.admin": (
        "ReadOnly.has_add_permission ReadOnly.has_change_permission ReadOnly.has_delete_permission"
    ),
    "accounts.moderation.alerts": "news_for has_frozen",
    "accounts.moderation.matters": "may_settle check_report",
    "accounts.moderation.selectors": (
        "reports_for reports_open appeals_for appeals_open tables_frozen messages_open messages_for"
        " acts_for"
    ),
    "accounts.moderation.site": "with_a_right ModerationSite.has_permission ModerationSite.login",
    "accounts.moderation.staff": "StaffMiddleware.process_view has_given_second_factor",
    "accounts.notes.keeping": "notes_at note_on",
    "accounts.notices.feeds": "feeds_of reader_of seats_for feeds_end",
    "accounts.notices.hooks": "hook_end",
    "accounts.notices.wishes": "reaches waiting_for_digest",
    "accounts.people.rights": (
        "need_account is_moderator is_operator may_moderate_table may_moderate_user"
        " people_moderated_by shares_table tables_moderated_by"
    ),
    "accounts.people.selectors": "people user_named hook_of seats_of tables_left",
    "accounts.sessions.sockets": "WithoutSuspended.__call__ ByToken.__call__",
    "accounts.people.tokens": "token_revoke tokens_of token_read bearer_of",
    "config.sight.exposing": "may_read has_token is_from_here",
    "games.advising.asking": "own_question question_at may_know",
    "games.advising.telling": "may_know_choice",
    "games.api": "load_for",
    "games.changing.clocks": "consenting",
    "games.changing.services": "seat_of",
    "games.judging.offering": "is_offered",
    "games.judging.undoing": "may_undo",
    "games.page.views": "load may_order",
    "games.storing.rows": "TableRow.place_of",
    "games.telling.history": "is_open",
    "games.telling.studies": "studies_at shared_study all_studies_of",
    "games.telling.plan_reading": "plans_at all_plans_of",
    "games.telling.selectors": (
        "tables_visible_to friends_of sees_everything table_for may_watch has_friend_at"
        " tables_waiting_for absent_seats seats_offered"
    ),
    "games.trying.planning": "can_see",
    "games.trying.study_views": "study_named",
    "games.trying.views": "may_plan",
    "lobby.api.routes": "known",
    "lobby.tables.changes": "lock_as_host",
    "lobby.lists.history": "tables_found tables_to_watch latest_results close_to head_to_head",
    "lobby.tables.offers": "offers_for offer_at",
    "lobby.tables.selectors": (
        "open_tables without_blocked tables_searched is_invited standing_for open_table_for"
        " is_visible table_by_token invitations_for invitations_to letters_to letter_with"
        " notices_for companions_of findable names_like open_table_hosted_by"
    ),
    "lobby.tables.services": "_admit",
}
"""By module, the functions of which every mutant counts."""

REFUSALS = {
    "accounts.announcing.acts": "site_stop site_go_on",
    "accounts.announcing.admin": "OutageAdmin.switch",
    "accounts.chat.talking": "message_say",
    "accounts.people.friends": "befriend",
    "accounts.moderation.acts": (
        "user_warn user_mute user_unmute user_suspend user_readmit message_hide table_act"
        " seat_replace"
    ),
    "accounts.moderation.appeals": "may_answer appeal_answer",
    "accounts.moderation.matters": "report_settle remark_make",
    "accounts.moderation.people_admin": "PersonAdmin.user_change_password",
    "accounts.moderation.undoing": "act_undo can_undo one_undo",
    "accounts.moderation.reporting": "report_make",
    "accounts.notes.keeping": "note_about_person",
    "accounts.people.tokens": "token_make",
    "games.advising.api": "question_of",
    "games.trying.planning": "course_plan",
    "games.trying.views": "make_plan",
    "lobby.tables.colours": "colour_choose",
    "lobby.tables.inviting": "invitation_withdraw letter_send letter_withdraw seat_remove",
    "lobby.tables.offers": "take_over",
    "lobby.tables.rematch": "table_again",
    "lobby.tables.services": (
        "seat_take seat_leave table_open table_start table_close invitation_send invitation_decline"
    ),
    "lobby.tables.terms": "terms_change terms_agree",
}
"""Those that do more, of which the mutants of what they refuse count."""

PARTS = {("accounts.announcing.reading", "items_now"): "signed_in"}
"""Those of which only the mutants count that name something."""

NOT_DECIDING = {
    "accounts.signing_in.adapters.AccountAdapter.get_client_ip": "says where a request comes from",
    "accounts.notices.sending.may_go": "puts off what is told anyway, while the site is stopped",
    "games.judging.continuing.may_undo": "asks before an update whose log matters still",
    "lobby.tables.conditions.joinable": "leaves out of a list what check_wanted would refuse",
    "lobby.tables.selectors.waiting_seats": "puts in order what tables_waiting_for has selected",
}
"""What looks as if it decided, and why it does not."""

CLAUSES = (
    "u.id = (c.credential->>'user_id')::bigint",
    "u.is_active",
    "(u.suspended_until is null or u.suspended_until <= now())",
    "u.password = c.credential->>'password'",
    "s.session_key = c.credential->>'session'",
    "s.expire_date > now()",
    "t.digest = c.credential->>'token'",
    "t.user_id = u.id",
)
"""The parts of `accounts.sessions.sockets.STILL_SIGNED_IN`, each of which counts."""

TESTS = {
    "": (
        "tests/security/test_rights_at_tables.py tests/security/test_rights_of_people.py"
        " tests/security/test_rights_in_play.py tests/security/test_rights_in_lobby.py"
        " tests/security/test_rights_to_moderate.py tests/security/test_rights_at_the_door.py"
    ),
    "accounts.announcing": "tests/accounts/test_announcing.py",
    "accounts.backends": "tests/accounts/test_second_factor.py tests/moderation/test_people.py",
    "accounts.people.blocks": "tests/accounts/test_blocks.py",
    "accounts.chat": "tests/accounts/test_chat.py tests/accounts/test_players_chat.py",
    "accounts.people.exporting": "tests/accounts/test_leaving.py tests/accounts/test_notes.py",
    "accounts.people.friends": "tests/accounts/test_friends.py",
    "accounts.signing_in.guests": "tests/accounts/test_guests.py",
    "accounts.people.leaving": "tests/accounts/test_leaving.py",
    "accounts.sessions.middleware": "tests/accounts/test_tokens.py tests/moderation/test_people.py",
    "accounts.models": "tests/accounts/test_chat.py tests/moderation/test_people.py",
    "accounts.moderation": "tests/moderation",
    "accounts.notes": "tests/accounts/test_notes.py",
    "accounts.notices": (
        "tests/accounts/test_feeds.py tests/accounts/test_notices.py tests/accounts/test_mails.py"
        " tests/accounts/test_pushes_and_hooks.py"
    ),
    "accounts.people.rights": "tests/moderation tests/accounts/test_guests.py",
    "accounts.people.selectors": "tests/accounts/test_names.py tests/accounts/test_pages.py",
    "accounts.sessions.sockets": "tests/accounts/test_rights_lost.py tests/accounts/test_tokens.py",
    "accounts.people.tokens": "tests/accounts/test_tokens.py",
    "config.sight": "tests/config/sight/test_metrics.py",
    "games.advising": (
        "tests/games/test_hints.py tests/games/test_analysis.py tests/games/test_evaluations.py"
    ),
    "games.api": "tests/games/test_api.py",
    "games.changing": (
        "tests/games/test_services.py tests/games/test_agreements.py tests/games/test_clocks_run.py"
    ),
    "games.judging": (
        "tests/games/test_vanishing.py tests/games/test_stand_ins.py tests/games/test_undoable.py"
    ),
    "games.page": "tests/games/test_pages.py",
    "games.storing": "tests/games/test_api.py",
    "games.telling": "tests/lobby/test_api.py tests/games/test_looking_back.py",
    "games.trying": (
        "tests/games/test_what_if.py tests/games/test_plans_made.py"
        " tests/games/test_plans_unseen.py tests/games/test_studies.py"
    ),
    "lobby": "tests/lobby tests/accounts/test_letters.py tests/accounts/test_blocks.py",
}
"""The tests that concern a module, by the beginning of its name; those of "" concern all."""


def tests_of(name: str) -> list[str]:
    """The files and folders of the tests that concern a function."""
    return [
        path for start, text in TESTS.items() if name.startswith(start) for path in text.split()
    ]


NO_DIGEST = "saves a look-up: whatever is no token of ours has a digest that nobody has"
BY_INDEX = "for the index: a trigger keeps `goes_on` so that every table in play has it"
NO_TOKEN = "saves a query: no table and no letter has an empty token"
RANKED = "for the index: the seats of finished tables have ranks, all of them, and no others have"
NARROWED = "saves rows: the seats are those of this table anyway"
NO_MATCH = "for the types: there is no view without a match"
NO_VISITOR = "for the types: a visitor has no such right either"

EQUIVALENT = {
    "accounts.notes.keeping.notes_at: Seat.objects.filter(table=table, user__isnull=False) → Seat.objects.filter(table=table)": "saves rows: seats without a user are left out below",  # noqa: E501
    "accounts.notes.keeping.notes_at: notes.filter(about__in=people) → notes.all()": "reads more of one's own notes than it needs: chosen by id",  # noqa: E501
    "accounts.notes.keeping.notes_at: notes.filter(table=table) → notes.all()": "reads more of one's own notes than it needs: chosen by id",  # noqa: E501
    "accounts.announcing.acts.site_stop: not text_en or max(len(text_en), len(text_de)) > LONGEST_REASON → max(len(text_en), len(text_de)) > LONGEST_REASON": "the log takes no act without a reason either, and nothing of it stays",  # noqa: E501
    "accounts.people.rights.shares_table: Seat.objects.filter(goes_on=True) → Seat.objects.all()": BY_INDEX,  # noqa: E501
    "accounts.notices.feeds.seats_for: seats.filter(goes_on=True, table__status=Table.Status.PLAYING) → seats.filter(table__status=Table.Status.PLAYING)": BY_INDEX,  # noqa: E501
    "accounts.notices.feeds.reader_of: len(secret) > 43 or '\\x00' in secret → '\\x00' in secret": "saves a look-up: no secret is longer",  # noqa: E501
    "accounts.chat.talking.check_may_talk: user.is_muted and user.muted_until is not None → user.is_muted": "for the types: whoever is muted is so until then",  # noqa: E501
    "accounts.people.friends.friendships_of: people().filter(pk__in=mine | theirs) → people().all()": "reads more than it needs: the lists choose by id",  # noqa: E501
    "games.telling.plan_reading.plans_at: if user_id is None: return Planned() → if False: return Planned()": "saves a query: no plan is nobody's",  # noqa: E501
    "games.telling.selectors.absent_seats: Seat.objects.filter(user=user.pk, goes_on=True, absent_since__isnull=False) → Seat.objects.filter(user=user.pk, absent_since__isnull=False)": BY_INDEX,  # noqa: E501
    "games.telling.selectors.seats_offered: Seat.objects.filter(absent_since__isnull=False, goes_on=True) → Seat.objects.filter(absent_since__isnull=False)": BY_INDEX,  # noqa: E501
    "games.telling.selectors.has_friend_at: bool(seated) and friends_of(user).filter(pk__in=seated).exists() → friends_of(user).filter(pk__in=seated).exists()": "saves a query: nobody is among no people",  # noqa: E501
    "games.advising.asking.may_know: viewer == place or history.is_open(row) → history.is_open(row)": "saves a comparison: what a seat knows is what it knows",  # noqa: E501
    "accounts.moderation.staff.StaffMiddleware.process_view: match is None or not isinstance(user, User) or match.url_name in OUT → not isinstance(user, User) or match.url_name in OUT": NO_MATCH,  # noqa: E501
    "accounts.moderation.staff.StaffMiddleware.process_view: match is None or not isinstance(user, User) or match.url_name in OUT → match is None or match.url_name in OUT": NO_VISITOR,  # noqa: E501
    "accounts.people.rights.is_operator: isinstance(user, User) and user.is_staff and (not user.get_all_permissions() <= own) → user.is_staff and (not user.get_all_permissions() <= own)": NO_VISITOR,  # noqa: E501
    "games.trying.planning.can_see: type(other) is type(move) → type(other) is not type(move)": "compares the same ones in another order",  # noqa: E501
    "lobby.api.routes.known: token and Table.objects.filter(pk=table_id, token=token).exists() → Table.objects.filter(pk=table_id, token=token).exists()": NO_TOKEN,  # noqa: E501
    "lobby.api.routes.known: token and selectors.letter_with(token).filter(table=table_id).exists() → selectors.letter_with(token).filter(table=table_id).exists()": NO_TOKEN,  # noqa: E501
    "accounts.signing_in.guests.middleware.GuestMiddleware.process_view: not (isinstance(user, User) and user.is_guest) or request.resolver_match is None → not (isinstance(user, User) and user.is_guest)": NO_MATCH,  # noqa: E501
    "config.sight.exposing.is_from_here: urlsplit(f\"//{environ.get('HTTP_HOST', '')}\").hostname or '' → urlsplit(f\"//{environ.get('HTTP_HOST', '')}\").hostname": "for the types: no name is no address of this machine either",  # noqa: E501
    "lobby.tables.services.invitation_decline: table is None or not sent.update(status=Invitation.Status.DECLINED) → not sent.update(status=Invitation.Status.DECLINED)": "for the types: there is no invitation to no table",  # noqa: E501
    "lobby.tables.services._admit: token and selectors.letter_with(token).filter(table=table).exists() → selectors.letter_with(token).filter(table=table).exists()": NO_TOKEN,  # noqa: E501
    "lobby.lists.history.head_to_head: Seat.objects.filter(user=one.pk, rank__isnull=False, table__status=Table.Status.FINISHED) → Seat.objects.filter(user=one.pk, table__status=Table.Status.FINISHED)": RANKED,  # noqa: E501
    "lobby.lists.history.head_to_head: Seat.objects.filter(user=one.pk, rank__isnull=False, table__status=Table.Status.FINISHED) → Seat.objects.filter(user=one.pk, rank__isnull=False)": RANKED,  # noqa: E501
    "lobby.lists.history.head_to_head: seats.filter(Q(absent_since=None) | Q(rank__gte=theirs), Q(table__seats__absent_since=None) | Q(rank__lte=theirs), table__seats__user=other.pk, table__seats__rank__isnull=False) → seats.filter(Q(absent_since=None) | Q(rank__gte=theirs), Q(table__seats__absent_since=None) | Q(rank__lte=theirs), table__seats__user=other.pk)": RANKED,  # noqa: E501
    "lobby.tables.offers.offer_at: tables_visible_to(reader).filter(pk=table_id) → tables_visible_to(reader).all()": NARROWED,  # noqa: E501
    "lobby.tables.offers.offer_at: Table.objects.filter(pk=table_id, token=token) → Table.objects.filter(token=token)": NARROWED,  # noqa: E501
    "lobby.tables.selectors.names_like: len(names) < most and len(text) > 1 → len(text) > 1": "saves a query: no more names are wanted",  # noqa: E501
    "accounts.people.tokens.token_read: if not secret.startswith(PREFIX) or len(secret) > 100: return None → if False: return None": NO_DIGEST,  # noqa: E501
    "accounts.people.tokens.token_read: not secret.startswith(PREFIX) or len(secret) > 100 → not secret.startswith(PREFIX) and len(secret) > 100": NO_DIGEST,  # noqa: E501
    "accounts.people.tokens.token_read: not secret.startswith(PREFIX) or len(secret) > 100 → len(secret) > 100": NO_DIGEST,  # noqa: E501
    "accounts.people.tokens.token_read: not secret.startswith(PREFIX) or len(secret) > 100 → not secret.startswith(PREFIX)": NO_DIGEST,  # noqa: E501
}
"""Mutants that change nothing which anybody could see or do, and why."""


def all_mutants() -> list[Mutant | Clause]:
    """Every mutant of the site's rights."""
    asks = function_named("accounts.sessions.signed_in", "judged")
    return [
        *(m for name, f in functions(WHOLE).items() for m in mutants_of(name, f)),
        *(
            m
            for name, f in functions(REFUSALS).items()
            for m in mutants_of(name, f, refusals_only=True)
        ),
        *(
            m
            for (module, name), part in PARTS.items()
            for m in mutants_of(f"{module}.{name}", function_named(module, name))
            if part in m.text
        ),
        *(Clause("accounts.sessions.sockets.STILL_SIGNED_IN", asks, text) for text in CLAUSES),
    ]


def functions(names: dict[str, str]) -> dict[str, FunctionType]:
    """The functions of a list, by module and name."""
    return {
        f"{module}.{name}": function_named(module, name)
        for module, listed in names.items()
        for name in listed.split()
    }


def function_named(module: str, name: str) -> FunctionType:
    """A function or method as it was written, whatever decorators have made of it."""
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = vars(found)[part]
    if isinstance(found, property):
        found = found.fget
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType), name
    return found
