"""The list of everything the album draws: an address, the viewer, and where it belongs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.urls import reverse

from accounts.mail.occasions import OCCASIONS
from accounts.models import Channel
from accounts.notices.kinds import KINDS
from games.guide.lessons import lessons_of
from games.rules.registry import GAMES
from games.telling.wording import title_of
from tools.album.urls import FAILURES
from tools.album.world import (
    GUEST,
    LESSON,
    MODERATOR,
    STRANGER,
    SUSPENDED,
    WARNED,
    AlbumBoard,
    AlbumWorld,
    asked_at,
    private_token,
)

OTHER_PACES, RULES, DAYS = "#fold-pace summary", "#fold-rules summary", "#days > summary"
"""The folds that pictures of their pages show open."""

ACT = "#act-close summary"
"""An act that asks."""

WIDTHS = {1440: 900, 1366: 768, 1280: 720, 768: 1024, 740: 360, 390: 844, 360: 740}
"""Of the window, with its height."""
THEMES = ("light", "dark")
LANGUAGES = ("en", "de")


class AlbumPage(msgspec.Struct, frozen=True):
    """Something to look at. `{language}` in a path is the reader's."""

    name: str  # "lobby", "cuba, middle, to move"
    group: str  # the heading it stands under: a game's title, or a part of the site
    path: str
    who: str = ""  # a user's name; "" is nobody
    game: str = ""  # the slug, for a board
    press: str = ""  # the selector of what is clicked first
    status: int = 200  # expected of the response


class Shot(msgspec.Struct, frozen=True):
    """A page at a width, in a theme and a language."""

    page: AlbumPage
    width: int
    theme: str
    language: str

    @property
    def file(self) -> str:
        """A name for its picture, without an ending."""
        words = "".join(c if c.isalnum() else " " for c in self.page.name.lower()).split()
        return "-".join([*words, str(self.width), self.theme, self.language])


def pages_of(world: AlbumWorld) -> list[AlbumPage]:
    """All pages of a world, boards first."""
    boards = [page for board in world.boards for page in board_pages(board)]
    return [*boards, *site_pages(world), *of_guides()] if world.tables else boards


def of_guides() -> Iterator[AlbumPage]:
    """The rules of every game, the first steps of its lessons, and the rules beside a board."""
    for game, rules in GAMES.items():
        title = title_of(rules)
        if rules.in_lobby:
            yield AlbumPage(f"{game}, rules", title, f"/games/{game}/rules/")
        for lesson in lessons_of(game) if rules.in_lobby else ():
            address = f"/games/{game}/lessons/{lesson.name}/"
            yield AlbumPage(f"{game}, lesson {lesson.name}", title, address, game=game)


def board_pages(board: AlbumBoard) -> Iterator[AlbumPage]:
    """A board for the seat to move, for another, for a spectator, and looking back."""
    title = str(title_of(GAMES[board.game]))
    path = f"/tables/{board.table}/"

    def page(what: str, path: str, who: str) -> AlbumPage:
        return AlbumPage(f"{board.game}, {board.phase}, {what}", title, path, who, board.game)

    if board.asked:
        yield page("to move", path, board.asked)
    if board.phase == "middle":
        yield page("what if", f"{path}what-if/", board.asked)
        yield page("what if, for another", f"{path}what-if/", board.waiting)
    if board.phase in ("middle", "otherwise"):
        yield page("waiting", path, board.waiting)
        yield page("spectator", path, "")
    if board.phase == "ended":
        yield page("all over", path, board.waiting)
        yield page("looking back", f"{path}?at={board.between}", board.waiting)


def site_pages(world: AlbumWorld) -> list[AlbumPage]:
    """Everything but the boards."""
    tables = world.tables
    return [*of_visitors(world), *of_the_site(), *of_lobby(tables), *of_hosts(world),
            *of_tables(tables), *of_advice(world), *of_accounts(world),
            *of_moderators(world), *of_failures(), *of_mails()]  # fmt: skip


def of_visitors(world: AlbumWorld) -> list[AlbumPage]:
    """What visitors see who are not signed in."""
    group, tables = "Visitors", world.tables
    return [
        AlbumPage("front, nobody", group, "/"),
        AlbumPage("menu, nobody", group, "/", press="[popovertarget=menu]"),
        AlbumPage("lobby, nobody", group, "/lobby/"),
        AlbumPage("game page, nobody", group, "/games/santiago_de_cuba/"),
        AlbumPage("history, nobody", group, "/tables/"),
        AlbumPage("waiting room, nobody", group, f"/lobby/tables/{tables['open']}/"),
        AlbumPage("private link, nobody", group, f"/join/{private_token(tables['private'])}/"),
        AlbumPage("sign in", group, "/accounts/login/"),
        AlbumPage("sign up", group, "/accounts/signup/"),
        AlbumPage("sign in by a code", group, "/accounts/login/code/"),
        AlbumPage("confirm the address", group, "/accounts/confirm-email/"),
        AlbumPage("link of the address", group, world.links["confirm"]),
        AlbumPage("no more invitations", group, world.links["silence"]),
        AlbumPage("no more mails", group, world.links["unsubscribe"]),
        AlbumPage("password forgotten", group, "/accounts/password/reset/"),
        AlbumPage("password mail sent", group, "/accounts/password/reset/done/"),
        AlbumPage("password link too old", group, "/accounts/password/reset/key/1-none/"),
        AlbumPage("password changed", group, "/accounts/password/reset/key/done/"),
        AlbumPage("stopped at another site", group, "/accounts/3rdparty/login/cancelled/"),
        AlbumPage("another site fails", group, "/accounts/3rdparty/login/error/", status=401),
        AlbumPage("account closed", group, "/accounts/inactive/"),
        AlbumPage("profile, nobody", group, "/accounts/people/Ana/"),
    ]


def of_the_site() -> list[AlbumPage]:
    """Help, who runs the site, and no connection."""
    group = "Site"
    leaves = ("help", "fair-play", "about", "contact", "privacy", "imprint", "offline")
    return [AlbumPage(name.replace("-", " "), group, f"/{name}/") for name in leaves]


def of_lobby(tables: dict[str, int]) -> list[AlbumPage]:
    """Finding tables, opening them, sitting down."""
    group = "Lobby"
    room = f"/lobby/tables/{tables['open']}/"
    return [
        AlbumPage("front", group, "/", "Ana"),
        AlbumPage("front, nothing waits", group, "/", STRANGER),
        AlbumPage("menu", group, "/", "Ana", press="[popovertarget=menu]"),
        AlbumPage("lobby", group, "/lobby/", "Ana"),
        AlbumPage("lobby, seats free again", group, "/lobby/?show=offered", "Ana"),
        AlbumPage("lobby, nothing found", group, "/lobby/?game=cuba&seats=2&pace=quick", "Ana"),
        *(
            AlbumPage(f"game page, {slug}", group, f"/games/{slug}/", "Ana")
            for slug, rules in GAMES.items()
            if rules.in_lobby
        ),
        AlbumPage("ratings", group, "/games/cuba/ratings/", "Ana"),
        AlbumPage("ratings, nobody yet", group, "/games/port_royal/ratings/", "Ana"),
        AlbumPage("history", group, "/tables/", "Ana"),
        AlbumPage("history of a game", group, "/tables/?game=cuba&status=finished", "Ana"),
        AlbumPage("history of two", group, "/tables/?person=Ana&other=Ben", "Ana"),
        AlbumPage("history of tables left", group, "/tables/?person=Carla&status=left", "Ana"),
        AlbumPage("history, nobody of that name", group, "/tables/?person=Nemo", "Ana"),
        *(
            AlbumPage(f"open a table, {slug}", group, f"/lobby/open/{slug}/", "Ana")
            for slug, rules in GAMES.items()
            if rules.in_lobby
        ),
        AlbumPage(
            "open a table, own numbers", group, "/lobby/open/cuba/", "Ana", press=OTHER_PACES
        ),
        AlbumPage("open a table, the rules", group, "/lobby/open/cuba/", "Ana", press=RULES),
        AlbumPage("waiting room, invited", group, room, "Ana"),
        AlbumPage("waiting room, host", group, room, "Ben"),
        AlbumPage("waiting room, seated", group, room, "Dario"),
        AlbumPage("waiting room, private", group, f"/lobby/tables/{tables['private']}/", "Ben"),
        AlbumPage("waiting room, changed", group, f"/lobby/tables/{tables['small']}/", "Ana"),
        AlbumPage("waiting room, guest", group, f"/lobby/tables/{tables['private']}/", GUEST),
        AlbumPage("change the table", group, f"{room}change/", "Ben"),
        AlbumPage("private link", group, f"/join/{private_token(tables['private'])}/", "Ana"),
        AlbumPage("my games", group, "/my-games/", "Ana"),
        AlbumPage("my games, guest", group, "/my-games/", GUEST),
        AlbumPage("my games, none", group, "/my-games/", STRANGER),
    ]


def of_hosts(world: AlbumWorld) -> list[AlbumPage]:
    """Questions put to hosts, and to those who play again."""
    ended = next((board for board in world.boards if board.phase == "ended"), None)
    pages = [
        AlbumPage("remove somebody", "Lobby", world.links["remove"], "Ben"),
        AlbumPage("take a seat over", "Lobby", world.links["take over"], "Ana"),
    ]
    middle = next((board for board in world.boards if board.phase == "middle"), None)
    if middle is not None:
        address = f"/tables/{middle.table}/clock/"
        pages.append(AlbumPage("the clock", "Tables", address, middle.asked))
    if ended is not None:
        pages.append(
            AlbumPage("same again", "Lobby", f"/lobby/tables/{ended.table}/again/", ended.waiting)
        )
    return pages


def of_tables(tables: dict[str, int]) -> list[AlbumPage]:
    """Tables in states that have nothing to do with the game."""
    group = "Tables"
    return [
        AlbumPage("table stopped", group, f"/tables/{tables['frozen']}/", "Ana"),
        AlbumPage("table closed", group, f"/tables/{tables['closed']}/", "Ana"),
        AlbumPage("a bot plays", group, f"/tables/{tables['absent']}/", "Ana"),
        AlbumPage("offered seat", group, f"/tables/{tables['offered']}/", "Ana"),
        AlbumPage("agreements", group, f"/tables/{tables['silent']}/clock/", "Carla"),
        AlbumPage("somebody has given up", group, f"/tables/{tables['resigned']}/", "Ana"),
        AlbumPage("chat", group, f"/tables/{tables['resigned']}/chat/", "Ana"),
        AlbumPage("private notes", group, f"/tables/{tables['frozen']}/notes/", "Ana"),
    ]


def of_advice(world: AlbumWorld) -> list[AlbumPage]:
    """What an expert thinks: at a table, in a lesson, of a game that is over."""
    group, tables = "Advice", world.tables
    game, name = LESSON
    lesson = f"/games/{game}/lessons/{name}/hint/"
    ended = [board for board in world.boards if board.phase == "ended"]
    pages = [
        AlbumPage(
            "hint", group, f"/tables/{tables['hint']}/hint/", asked_at(tables["hint"]).username
        ),
        AlbumPage(
            "hint, thinking",
            group,
            f"/tables/{tables['thinking']}/hint/",
            asked_at(tables["thinking"]).username,
        ),
        AlbumPage(
            "hint, not yet asked",
            group,
            f"/tables/{tables['asking']}/hint/",
            asked_at(tables["asking"]).username,
        ),
        AlbumPage("a table with hints", group, f"/tables/{tables['hint']}/",
             asked_at(tables["hint"]).username),
        AlbumPage("hint in a lesson", group, lesson, "Ana"),
        AlbumPage("hint in a lesson, a line", group, f"{lesson}0/2/", "Ana", game),
    ]  # fmt: skip
    pages += [
        AlbumPage("a study that is shared", group, world.links["study"], "Ben"),
        AlbumPage("fairness", group, f"/tables/{ended[0].table}/fairness/", "Ana"),
        AlbumPage("studies that one keeps", group, world.links["studies"], "Ana"),
    ]
    states = ("analysis", "analysis, under way", "analysis, not yet asked")
    return pages + [
        AlbumPage(state, group, f"/tables/{board.table}/analysis/", board.waiting)
        for state, board in zip(states, ended, strict=False)
    ]


def of_accounts(world: AlbumWorld) -> list[AlbumPage]:
    """One's own account, and other people."""
    group = "Accounts"
    return [
        AlbumPage("profile", group, "/accounts/people/Ana/", "Ana"),
        AlbumPage("profile of another", group, "/accounts/people/Ben/", "Ana"),
        AlbumPage("profile of who has given up", group, "/accounts/people/Carla/", "Ana"),
        AlbumPage("report somebody", group, "/accounts/people/Ben/report/", "Ana"),
        AlbumPage("warned", group, "/", WARNED),
        AlbumPage("friends", group, "/accounts/friends/", "Ana"),
        AlbumPage("friends, none", group, "/accounts/friends/", STRANGER),
        AlbumPage("account of a guest", group, "/accounts/become/", GUEST),
        AlbumPage("settings", group, "/accounts/settings/", "Ana"),
        AlbumPage("my time", group, "/accounts/time/", "Ana"),
        AlbumPage("my time, day by day", group, "/accounts/time/", "Ana", press=DAYS),
        AlbumPage("addresses", group, "/accounts/email/", "Ana"),
        AlbumPage("set a password", group, "/accounts/password/set/", "Ana"),
        AlbumPage("second factor", group, "/accounts/2fa/", "Ana"),
        AlbumPage("second factor, on", group, "/accounts/2fa/totp/activate/", "Ana"),
        AlbumPage("passkeys", group, "/accounts/2fa/webauthn/", "Ben"),
        AlbumPage("add a passkey", group, "/accounts/2fa/webauthn/add/", "Ana"),
        AlbumPage("remove a passkey", group, "/accounts/2fa/webauthn/keys/1/remove/", "Ben"),
        AlbumPage("rename a passkey", group, "/accounts/2fa/webauthn/keys/1/edit/", "Ben"),
        AlbumPage("accounts of other sites", group, "/accounts/3rdparty/", "Ana"),
        AlbumPage("sessions", group, "/accounts/sessions/", "Ana"),
        AlbumPage("tokens", group, "/accounts/tokens/", "Ana"),
        AlbumPage("programs", group, "/accounts/programs/", "Ana"),
        AlbumPage("notices", group, "/accounts/notices/", "Ana"),
        AlbumPage("leave for good", group, "/accounts/delete/", "Ana"),
        AlbumPage("sign out", group, "/accounts/logout/", "Ana"),
        AlbumPage("suspended", group, f"/album/suspended/{SUSPENDED}/", status=403),
        AlbumPage("what one has reported", group, "/accounts/matters/", "Ana"),
        AlbumPage("a decision", group, world.links["decision"], WARNED),
    ]


def of_moderators(world: AlbumWorld) -> list[AlbumPage]:
    """The room of the moderators, and the door to it."""
    group, kept_out = "Moderation", "/album/second-factor/"
    pages = {
        "what waits": reverse("moderation:queue"),
        "what was done": reverse("moderation:acts"),
        "ready reasons": reverse("moderation:answers"),
        **world.moderated,
    }
    return [
        AlbumPage("kept out, no second factor", group, f"{kept_out}none/", MODERATOR, status=403),
        AlbumPage(
            "kept out, second factor unused", group, f"{kept_out}one/", MODERATOR, status=403
        ),
        *(AlbumPage(name, group, path, MODERATOR) for name, path in pages.items()),
        AlbumPage("an act that asks", group, world.moderated["a table"], MODERATOR, press=ACT),
    ]


def of_failures() -> list[AlbumPage]:
    """The pages for when something went wrong."""
    group = "Failures"
    return [
        AlbumPage(f"failure {status}", group, f"/album/failures/{status}/", "Ana", status=status)
        for status in FAILURES
    ] + [AlbumPage("the site is stopped", group, "/album/stopped/", "Ana", status=503)]


def of_mails() -> list[AlbumPage]:
    """Emails about tables and accounts as a mail program draws them."""
    group = "Mails"
    mailed = [name for name, kind in KINDS.items() if Channel.MAIL in kind.channels]
    return [
        *(
            AlbumPage(f"mail, {kind}", group, f"/album/mails/{{language}}/{kind}/")
            for kind in mailed
        ),
        *(
            AlbumPage(f"mail, {occasion}", group, f"/album/letters/{{language}}/{occasion}/")
            for occasion in OCCASIONS
        ),
    ]
