"""Studies: trees of answers that users have tried at a table and keep under a name."""

from __future__ import annotations

from secrets import token_urlsafe

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.web.one_line import in_one_line
from config.web.refusal import Refused, TooMany
from games.models import LONGEST_NAME, MOST_STUDIES, Study, Table
from games.telling.studies import studies_at

KEY_BYTES = 12


class TooManyStudies(TooMany):
    """All places for studies at this table are taken."""

    text = format_lazy(
        _("You already have {number} studies of this table: delete one first."), number=MOST_STUDIES
    )


class NameTooLong(Refused):
    """The name has too many characters."""

    code, status = "name", 422
    text = format_lazy(_("The name has at most {number} characters."), number=LONGEST_NAME)


class NothingToKeep(Refused):
    """No move has been tried yet."""

    code, status, text = (
        "nothing_to_keep",
        422,
        _("Try a move first: there is nothing to save yet."),
    )


class StillPlayed(Refused):
    """The game of a study is not over, so that sharing it would tell secrets."""

    code, status, text = "still_played", 409, _("You can share it once the game is over.")


def study_keep(
    *, user_id: int, table_id: int, at: int, seed: int, moves: list[object], shown: int,
    name: str, number: int = 0,
) -> Study:  # fmt: skip
    """Keep answers as the user's study of this number, or under the lowest free one if it is 0.

    A study whose number is free by now is kept anew. Raises TooManyStudies, NameTooLong,
    NothingToKeep.
    """
    name = in_one_line(name)
    if len(name) > LONGEST_NAME:
        raise NameTooLong(field="name")
    if not moves:
        raise NothingToKeep
    kept = {study.number: study for study in studies_at(user_id, table_id)}
    facts: dict[str, object] = {
        "at": at, "seed": seed, "moves": moves, "shown": shown, "name": name,
        "kept_at": timezone.now(),
    }  # fmt: skip
    if study := kept.get(number):
        for field, value in facts.items():
            setattr(study, field, value)
        study.save(update_fields=facts)
        return study
    free = next((n for n in range(1, MOST_STUDIES + 1) if n not in kept), None)
    if free is None:
        raise TooManyStudies
    try:
        with transaction.atomic():
            return Study.objects.create(user_id=user_id, table_id=table_id, number=free, **facts)
    except IntegrityError as error:  # another page of the same user was quicker
        raise TooManyStudies from error


def study_delete(*, user_id: int, table_id: int, number: int) -> bool:
    """Delete a study; return whether there was one."""
    return studies_at(user_id, table_id).filter(number=number).delete()[0] > 0


def study_share(*, study: Study) -> str:
    """Return the key of a study's link; it is made once. Raises StillPlayed."""
    finished = Table.objects.filter(pk=study.table_id, status=Table.Status.FINISHED)
    if not finished.exists():  # a game that is taken back later ends the sharing by itself
        raise StillPlayed
    mine = studies_at(study.user_id, study.table_id).filter(number=study.number)
    mine.filter(key=None).update(key=token_urlsafe(KEY_BYTES))
    return str(mine.values_list("key", flat=True).get())


def study_unshare(*, study: Study) -> None:
    """End a study's link. If it is shared again, its link is another one."""
    studies_at(study.user_id, study.table_id).filter(number=study.number).update(key=None)
