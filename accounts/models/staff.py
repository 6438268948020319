"""The log of what staff look at and change in the administration."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class StaffEntry(models.Model):
    """Something that staff looked at or did: a log.

    Names and ids are copied, not referenced, so that an entry outlives whom and what it names.

    Triggers: `accounts_staffentry_stays` refuses to change or delete rows;
    `django_admin_log.accounts_staffentry_changed` adds what the administration changes.
    """

    class Kind(models.TextChoices):
        LOOKED = "looked", _("looked")
        SENT = "sent", _("sent a form")
        CHANGED = "changed", _("changed")
        KEPT_OUT = "kept_out", _("was refused entry")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    staff_id = models.BigIntegerField()
    staff_name = models.CharField(_("staff"), max_length=60)
    page = models.CharField(_("page"), max_length=100)
    object_id = models.CharField(_("of what"), max_length=100, blank=True)
    details = models.TextField(_("details"), blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        app_label = "accounts"
        ordering = ["-pk"]
        verbose_name = _("entry in the staff log")
        verbose_name_plural = _("staff log")
        indexes = [models.Index(fields=["staff_id"], name="staff_entry_who")]

    def __str__(self) -> str:
        return f"{self.staff_name}: {self.get_kind_display()}"
