"""The forms of the lobby: opening a table, made from the game's Options, and filtering."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from games.models import Table
from games.rules.core.interface import Rules
from games.wording import SiteWording, title_of
from lobby.opening import LONGEST_PACE, Wish, games_in_lobby
from lobby.selectors import Filters

USUAL_PACES = (1, 2, 3, 5, 7, 10, LONGEST_PACE)
USUAL_PACE = 3
PREFIX = "option_"


def option_types(rules: Rules[Any]) -> Iterator[tuple[inspect.Field, Any]]:
    """The fields of a game's Options that a form can offer, each with its default."""
    info = inspect.type_info(rules.options_type)
    assert isinstance(info, inspect.StructType)
    defaults = rules.options_type()
    for field in info.fields:
        if isinstance(field.type, (inspect.BoolType, inspect.LiteralType, inspect.EnumType)) or (
            isinstance(field.type, inspect.IntType) and None not in bounds(field.type)
        ):
            default = getattr(defaults, field.name)
            yield field, msgspec.to_builtins(default)


def bounds(kind: inspect.IntType) -> tuple[int | None, int | None]:
    """The least and the greatest value of a whole number; None where there is no limit."""
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return low, high


def values_of(kind: inspect.Type) -> tuple[Any, ...]:
    """The values of a Literal or an Enum, as they stand in JSON."""
    if isinstance(kind, inspect.EnumType):
        return tuple(member.value for member in kind.cls)
    assert isinstance(kind, inspect.LiteralType)
    return kind.values


class OptionWords:
    """What the options of a game are called, in the active language."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.wording = SiteWording(rules, [])

    def name(self, option: str) -> str:
        """An option itself."""
        return self._say(f"option.{option}", option)

    def help(self, option: str) -> str:
        """What it changes."""
        return self._say(f"option.{option}.help", "")

    def value(self, option: str, value: Any) -> str:
        """One of its choices."""
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        return self._say(f"option.{option}.{value}", str(value))

    def unusual(self, options: dict[str, Any]) -> list[tuple[str, str]]:
        """Name and value of every option that is not as usual, as far as it is still known."""
        return [
            (self.name(field.name), self.value(field.name, options[field.name]))
            for field, default in option_types(self.rules)
            if options.get(field.name, default) != default and options[field.name] is not None
        ]

    def _say(self, key: str, otherwise: str) -> str:
        return self.wording.say(key) if key in self.rules.texts else otherwise


def option_field(words: OptionWords, option: inspect.Field, default: Any) -> forms.Field:
    """The form's field for one option."""
    name, kind = option.name, option.type
    told: dict[str, Any] = {"label": words.name(name), "help_text": words.help(name)}
    if isinstance(kind, inspect.BoolType):
        return forms.BooleanField(required=False, initial=default, **told)
    if isinstance(kind, inspect.IntType):
        low, high = bounds(kind)
        return forms.IntegerField(min_value=low, max_value=high, initial=default, **told)
    values = {str(value): value for value in values_of(kind)}
    return forms.TypedChoiceField(
        choices=[(text, words.value(name, value)) for text, value in values.items()],
        coerce=lambda text: values[text],
        initial=str(default),
        **told,
    )


class OpenForm(forms.Form):
    """Opening a table of one game. `wish()` is what was asked for."""

    seats_min = forms.TypedChoiceField(label=_("At least"), coerce=int)
    seats_max = forms.TypedChoiceField(label=_("At most"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Of these, bots"), coerce=int, initial=0)
    pace = forms.TypedChoiceField(
        label=_("Time for a move"), coerce=int, required=False, empty_value=None
    )
    at_timeout = forms.ChoiceField(
        label=_("When the time is over"),
        choices=Table.AtTimeout,
        initial=Table.AtTimeout.BOT,
        widget=forms.RadioSelect,
    )
    private = forms.BooleanField(
        label=_("Private"),
        required=False,
        help_text=_("Only with an invitation or the link; nobody else can watch."),
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
            self.fields[PREFIX + option.name] = option_field(words, option, default)

    def _choices(self, name: str, choices: list[tuple[str, str]], initial: int) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, str(initial)

    def options(self) -> list[forms.BoundField]:
        """The fields that come from the game."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def wish(self) -> Wish:
        """The table as the valid form describes it."""
        values = self.cleaned_data
        return Wish(
            game=self.rules.slug,
            seats_min=values["seats_min"],
            seats_max=values["seats_max"],
            bots=values["bots"],
            private=values["private"],
            days_per_move=values["pace"],
            at_timeout=values["at_timeout"],
            options={
                name.removeprefix(PREFIX): value
                for name, value in values.items()
                if name.startswith(PREFIX)
            },
        )


def days(count: int) -> str:
    """A pace in words."""
    return ngettext("{count} day", "{count} days", count).format(count=count)


def paces() -> list[tuple[str, str]]:
    """The times for a move that are offered."""
    return [("", gettext("no limit")), *((str(n), days(n)) for n in USUAL_PACES)]


class FilterForm(forms.Form):
    """What to look for among the open tables. Values it does not know are left out."""

    game = forms.ChoiceField(label=_("Game"), required=False)
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
        games = games_in_lobby()
        self._choices("game", [(slug, title_of(rules)) for slug, rules in games.items()])
        chosen = games.get(query.get("game", ""))
        shown = [chosen] if chosen else list(games.values())
        seats = sorted({n for rules in shown for n in rules.players})
        self._choices("seats", [(str(n), str(n)) for n in seats])
        if chosen:
            self._add_options(chosen)

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

    def filters(self) -> Filters:
        """What the form asks for, as far as it makes sense."""
        self.is_valid()
        values = self.cleaned_data
        return Filters(
            game=values.get("game") or "",
            seats=values.get("seats"),
            pace=values.get("pace") or "",
            options={
                name.removeprefix(PREFIX): value
                for name, value in values.items()
                if name.startswith(PREFIX) and value is not None
            },
        )
