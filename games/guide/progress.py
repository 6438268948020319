"""How far somebody is in a lesson: a user's is stored, a visitor's is in their session."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from django.http import HttpRequest
from django.utils import timezone

from games.guide.lessons import Lesson, NothingToPlay, NotThis, Walk, begun, walked
from games.guide.positions import NotAsTold
from games.models import LessonProgress
from games.rules.core.codec import convert, decode_move, encode
from games.rules.core.interface import Document, MalformedMove
from games.rules.registry import GAMES

KEY = "lessons"  # in the session


class Progress(msgspec.Struct):
    """How far somebody is: steps behind them, their answers, what is said of the last wrong one."""

    at: int = 0
    moves: list[Document] = []
    says: str = ""
    finished: bool = False


def progress_in(request: HttpRequest, game: str, lesson: str) -> Progress:
    """How far the reader is in a lesson."""
    if request.user.is_authenticated:
        row = LessonProgress.objects.filter(user=request.user.pk, game=game, lesson=lesson).first()
        if row is not None:
            return Progress(row.at, row.moves, row.says, row.finished_at is not None)
    return kept_in(request).get(f"{game}/{lesson}", Progress())


def kept_in(request: HttpRequest) -> dict[str, Progress]:
    """Return how far a visitor is in their lessons, by game and lesson, where it can be read."""
    kept = {}
    for lesson, document in request.session.get(KEY, {}).items():
        with suppress(msgspec.ValidationError):
            kept[lesson] = convert(document, Progress)
    return kept


def keep(request: HttpRequest, game: str, lesson: str, progress: Progress) -> None:
    """Store how far the reader is."""
    if not request.user.is_authenticated:
        kept = {**kept_in(request), f"{game}/{lesson}": progress}
        request.session[KEY] = encode(kept)
        return
    facts: dict[str, object] = {"at": progress.at, "moves": progress.moves, "says": progress.says}
    row, _ = LessonProgress.objects.update_or_create(
        user_id=request.user.pk, game=game, lesson=lesson, defaults=facts
    )
    if progress.finished and row.finished_at is None:
        row.finished_at = timezone.now()
        row.save(update_fields=["finished_at"])


def finished_in(request: HttpRequest, game: str) -> set[str]:
    """The lessons of a game that the reader has played to the end."""
    names = {
        key.partition("/")[2]
        for key, progress in kept_in(request).items()
        if key.startswith(f"{game}/") and progress.finished
    }
    if request.user.is_authenticated:
        rows = LessonProgress.objects.filter(
            user=request.user.pk, game=game, finished_at__isnull=False
        )
        names |= set(rows.values_list("lesson", flat=True))
    return names


def walk_of(game: str, lesson: Lesson, progress: Progress) -> Walk:
    """The lesson as far as the reader is; its start if it has changed since."""
    try:
        moves = [decode_move(GAMES[game], move) for move in progress.moves]
        return walked(game, lesson, moves, progress.at)
    except (NotAsTold, NothingToPlay, NotThis, MalformedMove, StopIteration):
        progress.at, progress.moves, progress.says = 0, [], ""
        return begun(game, lesson)
