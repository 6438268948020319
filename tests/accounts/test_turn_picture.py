"""The picture in a turn mail: the board as its reader may see it, small, and never in the way."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

from accounts.mail.picture import FILE, PLACE, in_words
from accounts.models import Channel, Notice, User
from accounts.notices import sending
from games.models import Seat
from games.page import small_png
from games.page.face_png import face_as_png
from games.page.miniature import Viewed
from games.page.rendering import has_board
from games.page.small_png import board_as_png
from games.rules.registry import GAMES
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tests.people import people_make
from tools import samples
from tools.seating import position_changed
from tools.working import work

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Playing]
DRAWN = [slug for slug in GAMES if has_board(slug)]


def parts_of(letter: EmailMessage) -> dict[str, Any]:
    """The parts of a letter, by their kind."""
    return {part.get_content_type(): part for part in letter.walk()}


def html_of(letter: EmailMessage) -> str:
    page: str = parts_of(letter)["text/html"].get_content()
    return page


def files_of(letter: EmailMessage) -> set[str]:
    """The names of the files that come with a letter."""
    return {name for part in letter.walk() if (name := part.get_filename())}


@pytest.mark.parametrize("game", DRAWN)
def test_the_board_comes_with_the_mail(begin: Begin, mailbox: Any, game: str) -> None:
    playing = begin(game=game, seats=2)
    work()
    letter = [one for one in mailbox.letters if one["Subject"].endswith("your turn")][-1]
    parts = parts_of(letter)
    assert letter.get_content_type() == "multipart/related"
    assert [*parts] == [
        "multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png",
    ]  # fmt: skip
    named = {part["Content-ID"]: part for part in letter.walk() if part["Content-ID"]}
    shown = re.search(r'<img src="cid:([^"]+)" alt="([^"]+)"', html_of(letter))
    assert shown
    image = named[f"<{shown[1]}>"]
    assert {*named} == {f"<{name}>" for name in re.findall(r'src="cid:([^"]+)"', html_of(letter))}
    assert all(part["Content-Disposition"].startswith("inline") for part in named.values())
    user = User.objects.get(email=letter["To"])
    row = table_load(playing.id)
    expected = board_as_png(Viewed(row, row.place_of(user.pk), "light"))
    assert expected and image.get_content() == expected.png, "as its reader may see it"
    prompt = playing.question(row.place_of(user.pk) or 0)["prompt"]
    assert prompt in shown[2].replace("&#x27;", "'")
    assert prompt in parts["text/plain"].get_content()
    assert len(letter.as_bytes()) < 90_000


@pytest.mark.parametrize(
    "game", [DRAWN[0], *(pytest.param(game, marks=pytest.mark.slow) for game in DRAWN[1:])]
)
def test_a_picture_is_small_and_drawn_at_any_time(db: None, game: str) -> None:
    people = people_make("Ana", "Ben", "Carla", "Dario", "Emilia")
    for phase in samples.PHASES:
        sample = samples.usual(game)[-1]
        row = table_load(samples.table_make(sample, people, phase))
        picture = board_as_png(Viewed(row, 0, "light"))
        assert picture and len(picture.png) <= small_png.MOST
        drawn = Image.open(io.BytesIO(picture.png))
        assert (drawn.format, drawn.mode, drawn.size) == (
            "PNG",
            "P",
            (picture.width, picture.height),
        )
        assert len(drawn.getcolors() or []) > 20, "something is drawn"


def test_who_may_see_more_gets_another_picture(begin: Begin) -> None:
    """The cards in one's hand are on one's own desk only."""
    playing = begin(game="cuba", seats=2)
    playing.play_on(10)
    row = table_load(playing.id)
    mine, theirs = (board_as_png(Viewed(row, place, "light")) for place in (0, 1))
    assert mine and theirs and mine.png != theirs.png


def test_words_say_what_is_asked_and_how_all_stand(begin: Begin) -> None:
    playing = begin(seats=2)
    told = in_words(table_load(playing.id), playing.user_at(0).pk)
    assert told.startswith("How much do you bid")
    assert f"Points: {playing.user_at(0).username} 5." in told
    playing.play(0, 3)
    hidden = in_words(table_load(playing.id), playing.user_at(1).pk)
    assert hidden == in_words(table_load(playing.id), playing.user_at(1).pk)
    assert "bid 3" not in hidden


def owe_again(notice: Notice) -> None:
    """As if the mail had not been sent yet."""
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.OWED, sent_at=None)


def test_it_shows_the_board_when_the_mail_is_sent(begin: Begin, mailbox: Any) -> None:
    playing = begin(seats=2)
    seat = Seat.objects.get(table_id=playing.id, place=0)
    work()
    notice = Notice.objects.get(user=seat.user, channel=Channel.MAIL)
    owe_again(notice)
    before = mailbox.letters[-1]
    playing.play(1, 1)  # a bid changes nothing that is drawn
    sending.notice_deliver(sending.owed().filter(pk=notice.pk), timezone.now())
    assert len(mailbox.letters) == 3
    assert FILE in files_of(mailbox.letters[-1])
    assert before is not mailbox.letters[-1]


def test_without_a_picture_the_mail_comes_all_the_same(
    begin: Begin, mailbox: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(**_facts: Any) -> bytes:
        raise ValueError("no such thing")

    monkeypatch.setattr(small_png.resvg_py, "svg_to_bytes", broken)
    face_as_png.cache_clear()
    begin(game="cuba", seats=2, seed="broken")
    work()
    letter = mailbox.letters[-1]
    assert letter.get_content_type() == "multipart/alternative"
    assert "<img" not in html_of(letter) and PLACE in html_of(letter)
    assert "could not be drawn for a mail" in caplog.text


def test_a_position_that_cannot_be_shown_has_no_picture(begin: Begin, mailbox: Any) -> None:
    playing = begin(seats=2)
    with position_changed(playing.id) as position:
        position["state"] = {}
    work()
    letter = mailbox.letters[-1]
    assert f"/tables/{playing.id}/" in mailbox.text()
    assert files_of(letter) and FILE not in files_of(letter), "faces alone"
    assert "cid:board" not in html_of(letter)


def test_a_mail_tells_the_moves_of_others_only(begin: Begin, mailbox: Any) -> None:
    playing = begin(seats=2)
    playing.play(0, 2)
    playing.play(1, 0)
    for _ in range(2):
        playing.play(0, 0)
    work()
    mine = [letter for letter in mailbox.letters if letter["To"] == playing.user_at(1).email]
    name = playing.user_at(1).username
    told = parts_of(mine[-1])["text/plain"].get_content().partition("Since your last turn")[2]
    assert playing.user_at(0).username in told
    assert f"{name} has bid" not in told
