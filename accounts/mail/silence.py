"""Addresses whose readers want no invitations: stored as keyed hashes, never as addresses."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.models import Silence
from config.web.addresses import address_of

SALT = "accounts.mail.silence"


def digest_of(address: str, key: str = "") -> str:
    """The hash of an address, ignoring case; without the site's key nobody can try addresses."""
    text = address.strip().lower()
    return salted_hmac(
        SALT, text, secret=key or settings.SECRET_KEY, algorithm="sha256"
    ).hexdigest()


def is_silent(address: str) -> bool:
    """Whether the reader of an address wants no invitations, also if the key has changed since."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    known = [digest_of(address, key) for key in keys]
    return Silence.objects.filter(digest__in=known).exists()


def silence(digest: str) -> None:
    """Send no more invitations to an address. Doing it again changes nothing."""
    Silence.objects.get_or_create(digest=digest)


def page_for(address: str) -> str:
    """The full address of the page that asks whether to send no more. The hash is signed."""
    token = signing.Signer(salt=SALT).sign(digest_of(address))
    return address_of("silence", token)


def digest_in(token: str) -> str | None:
    """The hash a token was made for; None if it is forged."""
    try:
        return signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
