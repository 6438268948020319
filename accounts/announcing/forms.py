"""The forms by which administrators speak to everybody."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Announcement
from accounts.models.moderation import LONGEST
from config.web.lines import Lines
from games.changing.halting import check_work
from games.errors import NotPossible
from games.models.time import LONGEST_REASON


class StopForm(forms.Form):
    """Stopping the site; the reason is shown to everybody."""

    text_en = forms.CharField(label=_("Reason, English"), max_length=LONGEST_REASON)
    text_de = forms.CharField(label=_("Reason, German"), max_length=LONGEST_REASON, required=False)


class GoOnForm(forms.Form):
    """Letting it go on; the reason is for the log."""

    why = forms.CharField(label=_("Why"), max_length=LONGEST)


class AnnouncementForm(forms.ModelForm[Announcement]):
    """An announcement, and the work that it is about if there is any."""

    work_since = forms.SplitDateTimeField(
        label=_("work from"), required=False, widget=AdminSplitDateTime
    )
    work_until = forms.SplitDateTimeField(
        label=_("work until"), required=False, widget=AdminSplitDateTime
    )
    read_only = forms.BooleanField(
        label=_("nothing can be changed meanwhile"),
        required=False,
        help_text=_("The site stops by itself when the work begins, and goes on when it ends."),
    )

    class Meta:
        model = Announcement
        fields = ("text_en", "text_de", "since", "until", "signed_in_only")
        widgets = dict.fromkeys(("text_en", "text_de"), Lines)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if (work := self.instance.work) is not None:
            self.initial.setdefault("work_since", work.since)
            self.initial.setdefault("work_until", work.until)
            self.initial.setdefault("read_only", work.read_only)

    def clean(self) -> dict[str, Any]:
        """Both ends of the work or none, and the announcement ends after it begins."""
        told: dict[str, Any] = super().clean() or self.cleaned_data
        if bool(told.get("work_since")) != bool(told.get("work_until")):
            self.add_error("work_until", _("Work has a beginning and an end, or there is none."))
        elif told.get("work_since"):
            try:
                work = self.instance.work
                check_work(told["work_since"], told["work_until"], work, timezone.now())
            except NotPossible as refused:
                self.add_error(refused.field, str(refused))
        since, until = told.get("since"), told.get("until")
        if since and until and until <= since:
            self.add_error("until", _("It ends before it begins."))
        return told

    def work(self) -> dict[str, Any]:
        """What is planned."""
        return {name: self.cleaned_data.get(name) for name in ("work_since", "work_until")} | {
            "read_only": bool(self.cleaned_data.get("read_only"))
        }
