"""Programs: accounts that a person owns, and that act through the API with a token alone."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Token, User
from accounts.names.allowed import LONGEST, check_name, tidy_name
from accounts.people.blocks import blocks_follow
from accounts.people.leaving import account_delete
from accounts.people.rights import need_account
from accounts.people.tokens import digest_of, secret_new, tokens_of
from config.web.counting import check_most
from config.web.limits import PROGRAMS
from config.web.refusal import NotFound
from games.faces import OF_PROGRAMS

USUAL = "en"
LONGEST_FIRST = LONGEST - max(len(word) + 1 for word in OF_PROGRAMS.values())
"""Characters of a program's name before the word that says what it is."""


def program_name(first: str, language: str) -> str:
    """Return the name of a program: what its owner has chosen, and that it is one."""
    return f"{tidy_name(first)}-{OF_PROGRAMS.get(language, OF_PROGRAMS[USUAL])}"


def check_program(owner: User, first: str, language: str) -> str:
    """Return the name that a new program has, or raise ValidationError.

    Nobody else's name with that word behind it: a program would pass for theirs.
    """
    check_name(tidy_name(first))
    User.objects.check_free(tidy_name(first), but=owner.pk)
    name = program_name(first, language)
    User.objects.check_free(name)
    return name


@transaction.atomic
def program_make(*, owner: User, first: str, language: str) -> str:
    """Make a program and return the secret of its token, which is stored nowhere.

    Raises AccountNeeded, TooMany, ValidationError.
    """
    owner = User.objects.select_for_update(of=("self",)).get(pk=owner.pk)
    need_account(owner)
    if owner.is_program:
        raise NotFound
    check_most(PROGRAMS, owner.programs.count())
    program = User(
        username=check_program(owner, first, language),
        owner=owner,
        language=owner.language,
        time_zone=owner.time_zone,
        muted_until=owner.muted_until,
        shows_here=False,
    )
    program.set_unusable_password()
    program.save()
    blocks_follow(program, owner)
    return token_store(program)


def token_store(program: User) -> str:
    """Store the token of a program, in the place of the one before, and return its secret."""
    tokens_of(program).delete()
    secret = secret_new()
    Token.objects.create(user=program, name=program.username, digest=digest_of(secret))
    return secret


@transaction.atomic
def program_token_renew(*, owner: User, program_id: int) -> str:
    """Give a program another token, and return its secret; the one before is worthless at once."""
    return token_store(program_of(owner, program_id))


@transaction.atomic
def program_end(*, owner: User, program_id: int) -> None:
    """Delete a program, as an account is deleted: bots play on, and its name is kept a while."""
    account_delete(user=program_of(owner, program_id))


def programs_of(owner: User) -> QuerySet[User]:
    """Return the programs of a person by name, each with `used_at`, when its token was used."""
    return owner.programs.annotate(used_at=Max("tokens__used_at")).order_by("username")


def program_of(owner: User, program_id: int) -> User:
    """Return a program of this owner. Raises NotFound."""
    program = owner.programs.filter(pk=program_id).first()
    if program is None:
        raise NotFound(_("You have no such program."))
    return program
