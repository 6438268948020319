"""Personal tokens, with which programs act for a user through the API. Stored hashed."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Token
from config.web.refusal import Refused

PREFIX = "sobremesa_"
MOST_TOKENS = 10
"""Of one user."""
USED_EVERY = timedelta(minutes=5)
"""How exactly the time of the latest use is kept."""


class TooManyTokens(Refused):
    """Revoke one first."""

    code, status, text = "too_many", 429, _("You have too many tokens: revoke one first.")


def digest_of(secret: str) -> str:
    """The hash under which a token is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def token_make(*, user: models.Model, name: str) -> str:
    """Make a token; what is returned is shown once and kept nowhere. Raises TooManyTokens."""
    get_user_model().objects.select_for_update().get(pk=user.pk)
    if Token.objects.filter(user=user.pk).count() >= MOST_TOKENS:
        raise TooManyTokens
    secret = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(
        user_id=user.pk, name=" ".join(name.split())[:60], digest=digest_of(secret)
    )
    return secret


def token_revoke(*, user: models.Model, token_id: int) -> None:
    """Make a token worthless at once. One that is not there, or another's, is left alone."""
    Token.objects.filter(pk=token_id, user=user.pk).delete()


def tokens_of(user: models.Model) -> QuerySet[Token]:
    """A user's tokens, the newest first."""
    return Token.objects.filter(user=user.pk)


def token_read(secret: str) -> Token | None:
    """The token of that secret, with its user; None if it was revoked or never was one."""
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
    """The secret of an Authorization header; None if it is of another kind."""
    kind, _space, secret = header.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None
