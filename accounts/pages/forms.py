"""Forms about people."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import FacePreferences, LookPreferences, PlayPreferences, User, languages
from accounts.models.moderation import LONGEST
from accounts.models.users import face_colours, face_motifs, names_in
from accounts.people.programs import LONGEST_FIRST
from accounts.people.services import account_await, user_set_up
from config.web.lines import Lines
from games.faces import Face, draw_face, face_of


class SignupForm(forms.Form):
    """Added to allauth's sign-up form: the browser's time zone."""

    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth with the saved user."""
        zone = self.cleaned_data.get("time_zone", "")
        arrival = request.POST.get("next", "")
        user_set_up(user=user, language=get_language() or "", time_zone=zone, arrival=arrival)
        account_await(user=user)


def time_zones() -> list[tuple[str, Any]]:
    """Time zones grouped by area, such as "Europe": those named after a place, no abbreviations."""
    areas: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(zoneinfo.available_timezones()):
        area, _slash, place = name.partition("/")
        if place and area not in {"Etc", "SystemV", "posix", "right"}:
            areas.setdefault(area, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return [("", _("Universal time (UTC)")), *areas.items()]


class ReportForm(forms.Form):
    """A report to the moderators."""

    text = forms.CharField(
        label=_("What happened?"), max_length=LONGEST, widget=Lines(attrs={"rows": 5})
    )


class AppealForm(forms.Form):
    """An appeal against a decision."""

    text = forms.CharField(
        label=_("Why is it wrong?"), max_length=LONGEST, widget=Lines(attrs={"rows": 5})
    )


class TokenForm(forms.Form):
    """Making a personal token."""

    name = forms.CharField(label=_("What is it for?"), max_length=60)


class ProgramForm(forms.Form):
    """Making a program."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_FIRST,
        help_text=_("“-program” is added to it, so that everybody knows what it is."),
    )


class DeleteForm(forms.Form):
    """Deleting one's account."""

    sure = forms.BooleanField(label=_("I want to delete my account for good."))


SECTIONS = (LookPreferences, FacePreferences, PlayPreferences)
"""Of the preferences that the page of settings asks for, in its order."""


class SettingsForm(forms.ModelForm[User]):
    """A user's preferences."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones,
        required=False,
        widget=forms.Select(attrs={"data-time-zone": ""}),
    )

    class Meta:
        model = User
        fields = [name for section in SECTIONS for name in names_in(section)]
        widgets = dict.fromkeys(
            ("theme", "palette", "face_colour", "face_motif", "confirm", "next_order"),
            forms.RadioSelect,
        )
        help_texts = {
            "confirm": _(
                "Even if you are not asked, you can take a move back until something is revealed."
            ),
            "next_order": _("Which table the N key takes you to."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = [[self[name] for name in names_in(section)] for section in SECTIONS]
        now, usual = self.instance.face, face_of(self.instance.username)
        self._offer("language", [("", _("as in the browser")), *languages()])
        self._offer(
            "face_colour",
            [
                ("", as_named(Face(usual.colour, now.motif))),
                *((name, pictured(Face(name, now.motif), said)) for name, said in face_colours()),
            ],
        )
        self._offer(
            "face_motif",
            [
                ("", as_named(Face(now.colour, usual.motif))),
                *((name, pictured(Face(now.colour, name), said)) for name, said in face_motifs()),
            ],
        )

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def pictured(face: Face, name: object) -> SafeString:
    """Return a choice as a face, whose name is for those who do not see it or point at it."""
    return format_html(
        '<span title="{1}">{0}<span class="visually-hidden">{1}</span></span>',
        draw_face(face),
        name,
    )


def as_named(face: Face) -> SafeString:
    """Return the choice of the face that the name gives."""
    return format_html("{} {}", draw_face(face), gettext("made from my name"))
