"""The forms of the lobby: opening a table, made from the game's `Options`, and the filter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from config.web.refusal import Refused
from games.models import Table
from games.page.forms import ChoiceWords, choice_field, choices_in, is_set, values_of
from games.rules.core.interface import Rules
from games.telling.wording import SiteWording, title_of
from lobby.opening import LONGEST_PACE, Terms, games_in_lobby, terms_of
from lobby.selectors import Filters

USUAL_PACES = (1, 2, 3, 5, 7, 10, LONGEST_PACE)
USUAL_PACE = 3
PREFIX = "option_"


def option_types(rules: Rules[Any]) -> Iterator[tuple[inspect.Field, Any]]:
    """The fields of a game's `Options` that a form can offer, each with its default."""
    for option, default in choices_in(rules.options_type):
        if not is_set(option.type):
            yield option, default


class OptionWords(ChoiceWords):
    """The names of a game's options, in the active language."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules, "option")

    def unusual(self, options: dict[str, Any]) -> list[tuple[str, str]]:
        """Name and value of options that differ from their default and still exist."""
        return [
            (self.name(field.name), self.value(field.name, options[field.name]))
            for field, default in option_types(self.rules)
            if options.get(field.name, default) != default and options[field.name] is not None
        ]


class OpenForm(forms.Form):
    """Opening a table of a game."""

    seats_min = forms.TypedChoiceField(label=_("At least"), coerce=int)
    seats_max = forms.TypedChoiceField(label=_("At most"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Of these, bots"), coerce=int, initial=0)
    pace = forms.TypedChoiceField(
        label=_("Time for a move"), coerce=int, required=False, empty_value=None
    )
    at_timeout = forms.ChoiceField(
        label=_("When the time runs out"),
        choices=Table.AtTimeout,
        initial=Table.AtTimeout.BOT,
        widget=forms.RadioSelect,
    )
    private = forms.BooleanField(
        label=_("Private"),
        required=False,
        help_text=_("Only with an invitation or the link; nobody else can watch."),
    )

    friends_watch = forms.BooleanField(
        label=_("Friends may watch"),
        required=False,
        help_text=_("If it is private: the friends of those who sit there may look on."),
    )
    guests = forms.BooleanField(
        label=_("Guests may join"),
        required=False,
        help_text=_("People without an account, who cannot chat. With the link they may always."),
    )

    def __init__(self, rules: Rules[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        seats = [(str(n), str(n)) for n in rules.players]
        self._choices("seats_min", seats, rules.players[0])
        self._choices("seats_max", seats, rules.players[-1])
        self._choices("bots", [(str(n), str(n)) for n in range(rules.players[-1])], 0)
        self._choices("pace", paces(), USUAL_PACE)
        words = OptionWords(rules)
        for option, default in option_types(rules):
            self.fields[PREFIX + option.name] = choice_field(words, option, default)

    def _choices(self, name: str, choices: list[tuple[str, str]], initial: int) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, str(initial)

    def options(self) -> list[forms.BoundField]:
        """The fields that come from the game."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def refuse(self, refused: Refused) -> None:
        """Show why no table was opened, at the option at fault if there is one."""
        name = PREFIX + getattr(refused, "option", "")
        self.add_error(name if name in self.fields else None, str(refused))

    def terms(self) -> Terms:
        """The table as the valid form describes it."""
        values = self.cleaned_data
        return Terms(
            game=self.rules.slug,
            seats_min=values["seats_min"],
            seats_max=values["seats_max"],
            bots=values.get("bots", 0),
            private=values["private"],
            friends_watch=values["friends_watch"],
            guests=values["guests"],
            days_per_move=values["pace"],
            at_timeout=values["at_timeout"],
            options={
                name.removeprefix(PREFIX): value
                for name, value in values.items()
                if name.startswith(PREFIX)
            },
        )


class TermsForm(OpenForm):
    """Changing the terms of an open table; who sits there already stays."""

    def __init__(self, table: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(table.rules, *args, **kwargs)
        del self.fields["bots"]
        now = {**terms_of(table), "pace": table.days_per_move}
        now |= {PREFIX + name: value for name, value in table.options.items()}
        for name, field in self.fields.items():
            if name in now:
                field.initial = now[name]
        self.kept = table.options  # among them what no form can offer

    def terms(self) -> Terms:
        """The table as the valid form describes it, with the options that it does not show."""
        terms = super().terms()
        return msgspec.structs.replace(terms, options={**self.kept, **terms.options})


def days(count: int) -> str:
    """A number of days for a move, in words."""
    return ngettext("{count} day", "{count} days", count).format(count=count)


def paces() -> list[tuple[str, str]]:
    """The paces that are offered."""
    return [("", gettext("no limit")), *((str(n), days(n)) for n in USUAL_PACES)]


class GameForm(forms.Form):
    """A filter that asks for a game, and for its options once one is chosen."""

    game = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        games = games_in_lobby()
        self.chosen = games.get(query.get("game", ""))
        self._choices("game", [(slug, title_of(rules)) for slug, rules in games.items()])
        if self.chosen:
            self._add_options(self.chosen)

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("any")), *choices]

    def _add_options(self, rules: Rules[Any]) -> None:
        words = OptionWords(rules)
        for option, _default in option_types(rules):
            if isinstance(option.type, inspect.IntType):
                continue
            is_bool = isinstance(option.type, inspect.BoolType)
            values = {str(v): v for v in ((True, False) if is_bool else values_of(option.type))}
            choices = [(text, words.value(option.name, v)) for text, v in values.items()]
            self.fields[PREFIX + option.name] = forms.TypedChoiceField(
                label=words.name(option.name),
                choices=[("", gettext("any")), *choices],
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

    seats = forms.TypedChoiceField(label=_("Players"), required=False, coerce=int, empty_value=None)
    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[
            ("", _("any")),
            ("quick", _("up to 2 days")),
            ("calm", _("3 days and more")),
            ("none", _("no limit")),
        ],
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        shown = [self.chosen] if self.chosen else list(games_in_lobby().values())
        seats = sorted({n for rules in shown for n in rules.players})
        self._choices("seats", [(str(n), str(n)) for n in seats])

    def filters(self) -> Filters:
        """The filters of the form, as far as they are valid."""
        self.is_valid()
        values = self.cleaned_data
        return Filters(
            game=values.get("game") or "",
            seats=values.get("seats"),
            pace=values.get("pace") or "",
            options=self.options_chosen(),
        )


class BotsForm(forms.Form):
    """Playing against bots: how many, and how well they play."""

    bots = forms.TypedChoiceField(label=_("Bots"), coerce=int)
    bot = forms.ChoiceField(label=_("Level"))

    def __init__(self, rules: Rules[Any], data: Any = None) -> None:
        super().__init__(data, auto_id="against_%s")
        fewest = max(rules.players[0] - 1, 1)
        self._choices("bots", [(str(n), str(n)) for n in range(fewest, rules.players[-1])])
        wording = SiteWording(rules, [])
        self._choices("bot", [(name, wording.say(f"bot.{name}")) for name in rules.bots])
        self.fields["bot"].initial = rules.stand_in

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
