"""Personal tokens, with which programs act for a user through the API. Stored as hashes."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Token
from accounts.people.rights import AccountNeeded
from config.web.counting import check_most
from config.web.limits import TOKENS

PREFIX = "sobremesa_"
USED_EVERY = timedelta(minutes=5)
"""How precisely the time of the latest use is stored: one write in that time."""


def digest_of(secret: str) -> str:
    """The hash under which a token is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_new() -> str:
    """Return a secret for a new token."""
    return PREFIX + secrets.token_urlsafe(32)


@transaction.atomic
def token_make(*, user: models.Model, name: str) -> str:
    """Make a token and return its secret, which is stored nowhere.

    Raises TooMany, AccountNeeded.
    """
    if get_user_model().objects.select_for_update().get(pk=user.pk).is_guest:
        raise AccountNeeded
    check_most(TOKENS, Token.objects.filter(user=user.pk).count())
    secret = secret_new()
    Token.objects.create(
        user_id=user.pk, name=" ".join(name.split())[:60], digest=digest_of(secret)
    )
    return secret


def token_revoke(*, user: models.Model, token_id: int) -> None:
    """Revoke a token at once. Does nothing if there is none or it belongs to somebody else."""
    Token.objects.filter(pk=token_id, user=user.pk).delete()


def tokens_of(user: models.Model) -> QuerySet[Token]:
    """A user's tokens, the newest first."""
    return Token.objects.filter(user=user.pk)


def token_read(secret: str) -> Token | None:
    """The token with that secret, and its user; None if there is none or it was revoked."""
    if not secret.startswith(PREFIX) or len(secret) > 100:
        return None
    found = Token.objects.select_related("user").filter(digest=digest_of(secret)).first()
    if found is None or not found.user.is_active:
        return None
    now = timezone.now()
    if found.used_at is None or found.used_at < now - USED_EVERY:
        Token.objects.filter(pk=found.pk).update(used_at=now)
    return found


def bearer_of(header: str) -> str | None:
    """The token in an Authorization header; None if its scheme is another one."""
    kind, _space, secret = header.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None
