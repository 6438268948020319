"""Skeletons of user names, and the names of deleted accounts."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.crypto import salted_hmac

from accounts.names.skeletons import skeleton

if TYPE_CHECKING:
    TextField = models.TextField[str, str]
else:
    TextField = models.TextField


class LookField(TextField):
    """The skeleton of a user's name, made anew whenever the user is saved.

    Names that looked alike before this was asked have one each: after the oldest one's the others'
    have a mark and their number, which no skeleton has. So everybody keeps their name.
    """

    MARK = "#"

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        user: Any = model_instance
        look = skeleton(user.username)
        if user.look.partition(self.MARK)[0] != look:
            user.look = look
        return str(user.look)

    def deconstruct(self) -> Any:
        """Migrations take it for the text it is."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs


class KeptName(models.Model):
    """The name of an account that was deleted; nobody gets one that looks like it until then.

    Kept is only a digest: whether a name is kept can be asked, which names are kept cannot be read.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return self.digest

    @classmethod
    def keep(cls, look: str, until: datetime) -> None:
        """Keep a name, by its skeleton."""
        cls.objects.update_or_create(digest=cls.digest_of(look), defaults={"until": until})

    @classmethod
    def is_kept(cls, look: str, now: datetime) -> bool:
        """Return True if a name with that skeleton is kept."""
        return cls.objects.filter(digest=cls.digest_of(look), until__gt=now).exists()

    @staticmethod
    def digest_of(look: str) -> str:
        """Return the digest of a skeleton, without the mark of names that are older than looks."""
        bare = look.partition(LookField.MARK)[0]
        return salted_hmac("accounts.KeptName", bare, algorithm="sha256").hexdigest()
