"""What the operators have to say to everybody, for a while."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Outage

LONGEST = 500
"""Characters of an announcement."""


class Announcement(models.Model):
    """A text on every page from one time to another; perhaps with work that is planned.

    Whoever has put it away sees it again in its next `edition`.

    Triggers: `changed` tells open pages.
    """

    text_en = models.TextField(_("text, English"), max_length=LONGEST)
    text_de = models.TextField(
        _("text, German"), max_length=LONGEST, blank=True, help_text=_("Empty: as in English.")
    )
    since = models.DateTimeField(_("shown from"))
    until = models.DateTimeField(_("shown until"))
    signed_in_only = models.BooleanField(_("only to people who are signed in"), default=False)
    edition = models.PositiveIntegerField(default=1, editable=False)
    work = models.OneToOneField(
        Outage, models.PROTECT, null=True, editable=False, related_name="announcement"
    )

    class Meta:
        app_label = "accounts"
        ordering = ["-since", "-pk"]
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        constraints = [
            models.CheckConstraint(name="announcement_in_order", condition=Q(since__lt=F("until")))
        ]

    def __str__(self) -> str:
        return self.text_en[:60]
