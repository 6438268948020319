"""The forms of a table: opening it, made from the game's `Options`; changing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from config.web.refusal import Refused
from games.models import Table
from games.models.terms import DEFAULTS, TERMS
from games.page.agreed import protected_in_words
from games.page.forms import ChoiceWords, choice_field, choices_in, is_set
from games.page.own_numbers import FIELD_OF as NUMBER_OF
from games.page.own_numbers import OwnNumbers, times_of
from games.rules.core.editions import EDITION, renewed
from games.rules.core.interface import (
    AnyState,
    Origin,
    Rules,
)
from games.rules.core.levels import USUAL_LEVEL
from games.telling.times import pace_in_words
from lobby.colour_form import add_colour
from lobby.opening import PACE, Terms, terms_of
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
from lobby.selectors import Reader

PREFIX = "option_"
FIELD_OF = {**dict.fromkeys(PACE, "pace"), "most_protected": "protected"}
"""Which field of the form shows a wrong term."""


def option_types(rules: Rules[AnyState]) -> Iterator[tuple[inspect.Field, object]]:
    """The fields of a game's `Options` that a form can offer, each with its default."""
    for option, default in choices_in(rules.options_type):
        if not is_set(option.type):
            yield option, default


def options_offered(rules: Rules[AnyState]) -> Iterator[tuple[inspect.Field, object]]:
    """Those of a new table: its edition is the newest."""
    return ((option, usual) for option, usual in option_types(rules) if option.name != EDITION)


ORIGINS: dict[Origin, Any] = {
    "printed": _("Printed in the rules of the game."),
    "yucata": _("One way is printed, the other is played on Yucata."),
    "letter": _("One way follows the printed rules to the letter, the other is this site’s own."),
    "reading": _("The printed rules can be read in both ways."),
    "reviews": _("Reviews of the game know of both ways."),
    "site": _("This site’s own: it is not in the printed rules."),
}


class OptionWords(ChoiceWords):
    """The names of a game's options, in the active language."""

    def __init__(self, rules: Rules[AnyState]) -> None:
        super().__init__(rules, "option")

    def help(self, choice: str) -> str:
        """What it changes, and where it comes from."""
        origin = self.rules.option_origins.get(choice)
        return f"{super().help(choice)} {ORIGINS[origin]}" if origin else super().help(choice)

    def unusual(self, options: Mapping[str, object]) -> list[tuple[str, str]]:
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


def levels_of(rules: Rules[AnyState]) -> list[tuple[str, Any]]:
    """The levels that one can play against, the weakest first."""
    return [(name, LEVELS[name]) for name in rules.levels]


def numbers(of: Iterable[int]) -> list[tuple[str, Any]]:
    """Return numbers as choices."""
    return [(str(number), str(number)) for number in of]


def offer(
    form: forms.Form, name: str, choices: list[tuple[str, Any]], initial: int | str = ""
) -> None:
    """Let a field of a form offer these choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices, field.initial = choices, str(initial)


def term_field(name: str, rules: Rules[AnyState]) -> forms.Field:
    """Make the field of a term; without choices of its own, it is a level of the game's bots."""
    term, usual = TERMS[name], DEFAULTS[name]
    label, text = capfirst(term.label), term.help
    if isinstance(usual, bool):
        return forms.BooleanField(label=label, help_text=text, initial=usual, required=False)
    return forms.TypedChoiceField(
        label=label,
        help_text=text,
        choices=term.choices or levels_of(rules),
        initial=usual,
        required=bool(term.choices),
        empty_value=usual,
        widget=forms.RadioSelect if term.choices else forms.Select,
    )


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

    def __init__(
        self, rules: Rules[AnyState], data: QueryDict | None = None, host: Reader | None = None
    ) -> None:
        super().__init__(data)
        self.rules = rules
        offer(self, "seats_min", numbers(rules.players), rules.players[0])
        offer(self, "seats_max", numbers(rules.players), rules.players[-1])
        offer(self, "bots", numbers(range(rules.players[-1])), 0)
        offer(self, "bot", levels_of(rules), USUAL_LEVEL)
        if host is not None:
            add_colour(self, rules.slug, host)
        self.fields |= {name: term_field(name, rules) for name in TERMS}
        offer(self, "pace", [*paces(), own_paces()], str(USUAL_PACE))
        self.add_numbers()
        offer(self, "protected", bounds(), str(USUAL_BOUND))
        words = OptionWords(rules)
        for option, default in options_offered(rules):
            self.fields[PREFIX + option.name] = choice_field(words, option, default)

    def options(self) -> list[forms.BoundField]:
        """The fields that come from the game."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def terms_asked(self) -> dict[str, list[forms.BoundField]]:
        """The fields of terms, beside the "seats" and beside the "clock"."""
        return {
            "seats": [self[name] for name in TERMS if not TERMS[name].by_clock],
            "clock": [self[name] for name in TERMS if TERMS[name].by_clock],
        }

    def clean(self) -> None:
        self.ask_for(OWN.get(self.cleaned_data.get("pace", ""), ()))

    def pace_chosen(self) -> dict[str, Any]:
        """The terms of the pace of the valid form."""
        chosen: str = self.cleaned_data["pace"]
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
            **{name: values[name] for name in TERMS},
            **self.pace_chosen(),
            most_protected=(values["protected"] or 0) if values["pace"] else 0,
            options={
                name.removeprefix(PREFIX): value
                for name, value in values.items()
                if name.startswith(PREFIX)
            },
        )


class TermsForm(OpenForm):
    """Changing the terms of an open table; who sits there already stays."""

    def __init__(self, table: Table, data: QueryDict | None = None) -> None:
        super().__init__(table.rules, data)
        del self.fields["bots"], self.fields["bot"]
        pace = name_of_pace(terms_of(table))
        now: dict[str, object] = {
            **terms_of(table),
            "pace": pace,
            "protected": str(table.most_protected),
        }
        self._also("pace", [*paces(), own_paces()], pace, pace_in_words(table.time))
        bound = table.most_protected
        self._also("protected", bounds(), str(bound), protected_in_words(bound))
        now |= {PREFIX + name: value for name, value in table.options.items()}
        for name, field in self.fields.items():
            if name in now:
                field.initial = now[name]
        # among them what no form can offer
        self.kept = renewed(table.rules, table.options)

    def _also(self, name: str, usual: list[tuple[str, Any]], value: str, words: str) -> None:
        """Offer what the table has, if it is none of the usual choices."""
        if value not in values_offered(usual):
            usual = [*usual, (value, words)]
        offer(self, name, usual, value)

    def terms(self) -> Terms:
        """The table as the valid form describes it, with the options that it does not show."""
        terms = super().terms()
        return msgspec.structs.replace(terms, options={**self.kept, **terms.options})


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

    def __init__(
        self, rules: Rules[AnyState], data: QueryDict | None = None, reader: Reader | None = None
    ) -> None:
        super().__init__(data, auto_id="against_%s")
        fewest = max(rules.players[0] - 1, 1)
        offer(self, "bots", numbers(range(fewest, rules.players[-1])))
        offer(self, "bot", levels_of(rules), USUAL_LEVEL)
        if reader is not None:
            add_colour(self, rules.slug, reader)
