"""Shares that people add to the seed of a table, and the pledge that binds the server before.

The protocol: docs/topics/fairness.md. Who opens a table adds a share with the request that opens
it. So that the server cannot draw its secret after it has seen the share, they ask for a *pledge*
before: a word from which only the server can make a secret, and the commitment to that secret.
"""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import Annotated, NamedTuple

from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct

from config.web.refusal import Malformed
from games.models import Table
from games.models.tables import secret_made
from games.rules.core.fairness import SHARE, commitment_to
from games.storing.rows import run

LASTS = timedelta(days=1)
"""Within this time a table is opened with a pledge."""

_share = re.compile(SHARE)
_signer = TimestampSigner(salt="pledge", fallback_keys=[])
"""A pledge from before a change of the key would stand for another secret now."""


class Added(NamedTuple):
    """What somebody adds to the seed of the table they open, and the pledge they had before."""

    share: str = ""
    pledge: str = ""


NOTHING = Added()


class Pledge(Struct, frozen=True):
    """What binds the server to the secret of a table that is not open yet."""

    pledge: Annotated[str, Meta(description="To be sent with the request that opens the table.")]
    commitment: Annotated[str, Meta(description="The SHA-256 of the secret it will have.")]


def pledge_make() -> Pledge:
    """A pledge for one table; nothing is stored."""
    pledge = _signer.sign(secrets.token_urlsafe(16))
    return Pledge(pledge, commitment_to(secret_of(pledge)))


def secret_of(pledge: str) -> str:
    """The secret that a pledge stands for."""
    return salted_hmac("games.secret", pledge, algorithm="sha256").hexdigest()


def secret_for(added: Added) -> str:
    """The secret of a table that is opened. Raises Malformed for a share without a good pledge.

    A pledge is good once: the secret of another table may have been told.
    """
    check_share(added.share)
    if not (added.share or added.pledge):
        return secret_made()
    try:
        _signer.unsign(added.pledge, max_age=LASTS)
    except BadSignature as error:
        raise Malformed(
            _("A share needs a pledge that is not older than a day."), "pledge"
        ) from error
    secret = secret_of(added.pledge)
    run("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [secret])  # one at a time
    if Table.objects.filter(secret=secret).exists():
        raise Malformed(_("This pledge has been used already."), "pledge")
    return secret


def check_share(share: str) -> None:
    """Raise Malformed for what is no share; the empty one is."""
    if not _share.fullmatch(share):
        raise Malformed(_("A share is up to 64 letters, digits, - and _."), "share")
