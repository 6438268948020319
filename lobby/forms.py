"""The forms of the lobby: opening a table, made from the game's `Options`, and the filter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from config.web.refusal import Refused
from games.models import Table
from games.page.agreed import protected_in_words
from games.page.forms import ChoiceWords, choice_field, choices_in, is_set, values_of
from games.page.own_numbers import FIELD_OF as NUMBER_OF
from games.page.own_numbers import OwnNumbers, times_of
from games.rules.core.interface import Rules
from games.rules.core.levels import USUAL_LEVEL
from games.telling.times import pace_in_words
from games.telling.wording import title_of
from lobby.opening import (
    PACE,
    Terms,
    games_in_lobby,
    terms_of,
)
from lobby.pacing import (
    OWN,
    USUAL_BOUND,
    USUAL_PACE,
    bounds,
    name_of_pace,
    own_paces,
    pace_named,
    paces,
    values_offered,
)
from lobby.selectors import Filters

PREFIX = "option_"
FIELD_OF = {**dict.fromkeys(PACE, "pace"), "most_protected": "protected"}
"""Which field of the form shows a wrong term."""


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


LEVELS = {
    "novice": _("Novice: still learning"),
    "regular": _("Regular: sound and quick"),
    "expert": _("Expert: looks ahead"),
    "master": _("Master: looks furthest"),
}
"""How well bots play, in words; the names are those of `Rules.levels`."""


def levels_of(rules: Rules[Any]) -> list[tuple[str, Any]]:
    """The levels that one can play against, the weakest first."""
    return [(name, LEVELS[name]) for name in rules.levels]


class OpenForm(OwnNumbers):
    """Opening a table of a game."""

    seats_min = forms.TypedChoiceField(label=_("At least"), coerce=int)
    seats_max = forms.TypedChoiceField(label=_("At most"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Of these, bots"), coerce=int, initial=0)
    bot = forms.ChoiceField(label=_("How well the bots play"), required=False)
    pace = forms.ChoiceField(label=_("Time for a move"), required=False)
    protected = forms.TypedChoiceField(
        label=_("Protected time for a question"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_(
            "Nobody’s clock runs in their own nights, weekends and holidays, up to this much for "
            "each question. Everybody sets theirs in the settings."
        ),
    )
    at_timeout = forms.ChoiceField(
        label=_("When the time runs out"),
        choices=Table.AtTimeout,
        initial=Table.AtTimeout.BOT,
        widget=forms.RadioSelect,
    )
    stand_in = forms.ChoiceField(
        label=_("How well a bot plays for who is away"),
        required=False,
        help_text=_(
            "Who has run out of time, or has given up. Where only bots are left, they are quick."
        ),
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
    players_chat = forms.BooleanField(
        label=_("Chat among the players only"),
        required=False,
        help_text=_("Whoever watches does not read what is said."),
    )

    hints = forms.BooleanField(
        label=_("Hints are allowed"),
        required=False,
        help_text=_("Everybody who plays may ask what an expert would do. For learning together."),
    )

    def __init__(self, rules: Rules[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        seats = [(str(n), str(n)) for n in rules.players]
        self._choices("seats_min", seats, rules.players[0])
        self._choices("seats_max", seats, rules.players[-1])
        self._choices("bots", [(str(n), str(n)) for n in range(rules.players[-1])], 0)
        self._choices("bot", levels_of(rules), USUAL_LEVEL)
        self._choices("stand_in", levels_of(rules), USUAL_LEVEL)
        self._choices("pace", [*paces(), own_paces()], str(USUAL_PACE))
        self.add_numbers()
        self._choices("protected", bounds(), str(USUAL_BOUND))
        words = OptionWords(rules)
        for option, default in option_types(rules):
            self.fields[PREFIX + option.name] = choice_field(words, option, default)

    def _choices(self, name: str, choices: list[tuple[str, Any]], initial: int | str) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, str(initial)

    def options(self) -> list[forms.BoundField]:
        """The fields that come from the game."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def clean(self) -> None:
        self.ask_for(OWN.get(self.cleaned_data.get("pace", ""), ()))

    def pace_chosen(self) -> dict[str, Any]:
        """The terms of the pace of the valid form."""
        chosen = self.cleaned_data["pace"]
        if chosen not in OWN:
            return pace_named(chosen)
        times = {f"pace_{name}": minutes for name, minutes in times_of(self).items()}
        return {"pace": chosen.removeprefix("own-"), **times}

    def refuse(self, refused: Refused) -> None:
        """Show why no table was opened, at the option at fault if there is one."""
        option, field = getattr(refused, "option", ""), refused.field or ""
        places = FIELD_OF | (NUMBER_OF if self.cleaned_data.get("pace") in OWN else {})
        name = PREFIX + option if option else places.get(field, field)
        self.add_error(name if name in self.fields else None, str(refused))

    def terms(self) -> Terms:
        """The table as the valid form describes it."""
        values = self.cleaned_data
        return Terms(
            game=self.rules.slug,
            seats_min=values["seats_min"],
            seats_max=values["seats_max"],
            bots=values.get("bots", 0),
            bot=values.get("bot", ""),
            private=values["private"],
            friends_watch=values["friends_watch"],
            guests=values["guests"],
            players_chat=values["players_chat"],
            hints=values["hints"],
            **self.pace_chosen(),
            most_protected=(values["protected"] or 0) if values["pace"] else 0,
            at_timeout=values["at_timeout"],
            stand_in=values["stand_in"] or USUAL_LEVEL,
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
        del self.fields["bots"], self.fields["bot"]
        pace = name_of_pace(terms_of(table))
        now = {**terms_of(table), "pace": pace, "protected": str(table.most_protected)}
        self._also("pace", [*paces(), own_paces()], pace, pace_in_words(table.time))
        bound = table.most_protected
        self._also("protected", bounds(), str(bound), protected_in_words(bound))
        now |= {PREFIX + name: value for name, value in table.options.items()}
        for name, field in self.fields.items():
            if name in now:
                field.initial = now[name]
        self.kept = table.options  # among them what no form can offer

    def _also(self, name: str, usual: list[tuple[str, Any]], value: str, words: str) -> None:
        """Offer what the table has, if it is none of the usual choices."""
        if value not in values_offered(usual):
            usual = [*usual, (value, words)]
        self._choices(name, usual, value)

    def terms(self) -> Terms:
        """The table as the valid form describes it, with the options that it does not show."""
        terms = super().terms()
        return msgspec.structs.replace(terms, options={**self.kept, **terms.options})


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
            ("evening", _("one evening")),
            ("quick", _("up to 2 days")),
            ("calm", _("3 days and more")),
            ("budget", _("a budget")),
            ("none", _("no limit")),
        ],
    )

    protected = forms.TypedChoiceField(
        label=_("Protected time"), required=False, coerce=int, empty_value=None
    )
    show = forms.ChoiceField(
        label=_("Seats"),
        required=False,
        choices=[
            ("", _("any")),
            ("open", _("not begun")),
            ("offered", _("free again")),
        ],
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        self._choices("protected", bounds()[:-1])
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
            protected=values.get("protected"),
            show=values.get("show") or "",
            options=self.options_chosen(),
        )


class BotsForm(forms.Form):
    """Playing against bots: how many, and how well they play."""

    bots = forms.TypedChoiceField(label=_("Bots"), coerce=int)
    bot = forms.ChoiceField(label=_("Level"))
    hints = forms.BooleanField(
        label=_("Hints are allowed"),
        required=False,
        initial=True,
        help_text=_("You may ask what an expert would do."),
    )

    def __init__(self, rules: Rules[Any], data: Any = None) -> None:
        super().__init__(data, auto_id="against_%s")
        fewest = max(rules.players[0] - 1, 1)
        self._choices("bots", [(str(n), str(n)) for n in range(fewest, rules.players[-1])])
        self._choices("bot", levels_of(rules))
        self.fields["bot"].initial = USUAL_LEVEL

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
