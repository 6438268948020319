"""Unsubscribing with one click, without signing in (RFC 8058)."""

from __future__ import annotations

from django.core import signing

from accounts.models import User
from config.web.addresses import address_of

SALT = "accounts.mail.unsubscribe"


def token_for(user: User) -> str:
    """A signed token that names the user; it does not expire."""
    return signing.Signer(salt=SALT).sign(str(user.pk))


def subscriber_of(token: str) -> User | None:
    """The user a token was made for; None if it is forged or the account is gone."""
    try:
        pk = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=pk).first()


def address_for(user: User) -> str:
    """The full address of the unsubscribe page, for mails."""
    return address_of("unsubscribe", token_for(user))


def try_again(user: User) -> None:
    """Send mails again to an address that was refused: its owner says that it works now."""
    User.objects.filter(pk=user.pk).update(refused_address="", refused_because="")


def unsubscribe(user: User) -> None:
    """Turn off all mails but those about the account. Doing it again changes nothing."""
    User.objects.filter(pk=user.pk).update(mails=User.Mails.OFF)
