"""The question of which colour somebody wants, each with its sign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.page.drawing import colour_name, token
from lobby.tables.colours import colour_kept, colour_usual, colours_free, colours_offered
from lobby.tables.selectors import Reader

ANY = _("whichever is left")


def named(colour: str) -> SafeString:
    """Return a colour as its sign and its name."""
    sign = '<svg class="sign" viewBox="-13 -13 26 26" aria-hidden="true">{}</svg> {}'
    return format_html(sign, token({"colour": colour}), colour_name(colour))


def colours_in_words(colours: Iterable[str]) -> dict[str, str]:
    """Return the names of colours; of "" that it is whichever is left."""
    return {colour: colour_name(colour) if colour else str(ANY) for colour in colours}


class ColourSelect(forms.RadioSelect):
    """Radio buttons whose ids stay the same whichever other colours are free."""

    def create_option(self, name: str, value: Any, *told: Any, **more: Any) -> dict[str, Any]:
        """Return an option as Django's, with an id of its value."""
        option = super().create_option(name, value, *told, **more)
        option["attrs"]["id"] = f"colour-{value or 'any'}"
        return option


def colour_field(free: Sequence[str], usual: str) -> forms.ChoiceField:
    """Make the field that asks for one of the free colours."""
    return forms.ChoiceField(
        label=_("Your colour"),
        choices=[*((colour, named(colour)) for colour in free), ("", ANY)],
        initial=usual,
        required=False,
        widget=ColourSelect({"required": True}),  # "" is an answer, none is not
    )


def add_colour(form: forms.Form, game: str, reader: Reader) -> None:
    """Let a form for a new table ask for the colour of whoever opens it, if they have a choice."""
    if offered := colours_offered(game):
        form.fields["colour"] = colour_field(offered, colour_usual(reader, offered))


class ColourForm(forms.Form):
    """Choosing among the colours that are free at an open table."""

    def __init__(self, table: Table, reader: Reader) -> None:
        super().__init__()
        seats = table.seats.all()
        mine = next((seat for seat in seats if seat.user_id and seat.user_id == reader.pk), None)
        free = colours_free(table.game, (seat for seat in seats if seat is not mine))
        if mine:
            usual = mine.colour
        else:
            usual = colour_usual(reader, free, colour_kept(table.rematch_of, reader.pk))
        self.fields["colour"] = colour_field(free, usual)
