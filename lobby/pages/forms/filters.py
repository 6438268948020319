"""The forms that filter tables: by game and its options, and in the lobby by seats and pace."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from games.models.agreed import SOUGHT
from games.page.forms import values_of
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.telling.wording import title_of
from lobby.pages.forms.table import PREFIX, numbers, offer
from lobby.tables.selectors import Filters
from lobby.terms.opening import games_in_lobby
from lobby.terms.options import OptionWords, option_types, options_offered

ANY = ("", _("any"))


class GameForm(forms.Form):
    """A filter that asks for a game, and for its options once one is chosen."""

    offered = staticmethod(option_types)

    game = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        games = games_in_lobby()
        self.chosen = games.get(query.get("game", ""))
        offer(self, "game", [ANY, *((slug, title_of(rules)) for slug, rules in games.items())])
        if self.chosen:
            self._add_options(self.chosen)

    def _add_options(self, rules: Rules[AnyState]) -> None:
        words = OptionWords(rules)
        for option, _default in self.offered(rules):
            if isinstance(option.type, inspect.IntType):
                continue
            is_bool = isinstance(option.type, inspect.BoolType)
            values = {str(v): v for v in ((True, False) if is_bool else values_of(option.type))}
            choices = [(text, words.value(option.name, v)) for text, v in values.items()]
            self.fields[PREFIX + option.name] = forms.TypedChoiceField(
                label=words.name(option.name),
                choices=[ANY, *choices],
                coerce=values.__getitem__,
                required=False,
                empty_value=None,
            )

    def options(self) -> list[forms.BoundField]:
        """The fields that come from the chosen game."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def options_chosen(self) -> dict[str, Any]:
        """The options that are asked for, as far as they are valid."""
        return {
            name.removeprefix(PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(PREFIX) and value is not None
        }


class FilterForm(GameForm):
    """The filter of the open tables. Unknown values are ignored."""

    offered = staticmethod(options_offered)

    show = forms.ChoiceField(
        label=_("Seats"),
        required=False,
        choices=[
            ANY,
            ("open", _("not begun")),
            ("joinable", _("not begun, and I may join")),
            ("offered", _("free again")),
        ],
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        for name, sought in SOUGHT.items():
            answers = [(answer, words) for answer, (words, _finds) in sought.answers.items()]
            field = forms.ChoiceField(label=sought.label, required=False, choices=[ANY, *answers])
            self.fields[name] = field
        shown = [self.chosen] if self.chosen else list(games_in_lobby().values())
        seats = sorted({n for rules in shown for n in rules.players})
        offer(self, "seats", [ANY, *numbers(seats)])

    def asked(self) -> list[forms.BoundField]:
        """The fields about the terms of a table."""
        return [self[name] for name in SOUGHT]

    def filters(self) -> Filters:
        """The filters of the form, as far as they are valid."""
        self.is_valid()
        values = self.cleaned_data
        return Filters(
            game=values.get("game") or "",
            terms={name: values[name] for name in SOUGHT if values.get(name)},
            show=values.get("show") or "",
            options=self.options_chosen(),
        )
