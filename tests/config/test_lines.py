"""A text is as long on the server as it is in the browser."""

from __future__ import annotations

from django import forms

from accounts.announcing.forms import AnnouncementForm
from accounts.models.moderation import LONGEST
from accounts.moderation import forms as acts
from accounts.pages.forms import ReportForm
from config.web.lines import Lines

FORMS = (ReportForm, AnnouncementForm, acts.WhyForm, acts.SettleForm, acts.ReadyAnswerForm)
"""Those with a field of several lines; others are made of these."""


def test_a_line_break_is_one_character() -> None:
    text = "line\n" * (LONGEST // 5)
    form = ReportForm({"text": text.strip().ljust(LONGEST, "x").replace("\n", "\r\n")})
    assert form.is_valid(), form.errors
    assert len(form.cleaned_data["text"]) == LONGEST
    assert not ReportForm({"text": "x" * (LONGEST + 1)}).is_valid()


def test_every_field_of_several_lines_counts_so() -> None:
    fields = [field for form in FORMS for field in form.base_fields.values()]
    several = [field for field in fields if isinstance(field.widget, forms.Textarea)]
    assert len(several) == 7
    assert all(isinstance(field.widget, Lines) for field in several)
