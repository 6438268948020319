"""The forms of a table: opening it, made from its terms and the game's `Options`; changing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused
from games.models import Table
from games.models.terms import DEFAULTS, JOINING, TERMS, level_in_words
from games.page.forms import choice_field
from games.page.own_numbers import FIELD_OF as NUMBER_OF
from games.page.own_numbers import OwnNumbers, times_of
from games.rules.core.editions import renewed
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.rules.core.levels import USUAL_LEVEL
from lobby.pages.forms.colour import add_colour, colours_in_words
from lobby.pages.forms.folds import Fold, Words, choices_of, unusual
from lobby.tables.selectors import Reader
from lobby.terms.opening import PACE, Terms, terms_of
from lobby.terms.options import OptionWords, options_offered
from lobby.terms.pacing import (
    FIRST,
    OWN,
    USUAL_BOUND,
    USUAL_PACE,
    bounds_in_short,
    name_of_pace,
    own_paces,
    pace_asked,
    pace_named,
    paces,
    protected_in_short,
)

PREFIX = "option_"
FIELD_OF = {**dict.fromkeys(PACE, "pace"), "most_protected": "protected"}
"""Which field of the form shows a wrong term."""


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
        required=bool(term.choices and usual),
        empty_value=usual,
        widget=forms.RadioSelect,
    )


def bots_in_words(count: int) -> str:
    """Return how many bots play along."""
    text = ngettext("{count} bot", "{count} bots", count) if count else gettext("no bots")
    return text.format(count=count)


SET_BY_JOINING = {name for answer in JOINING.values() for name in answer.terms}
"""The terms that are not asked on their own."""


def joining_of(terms: Mapping[str, Any]) -> str:
    """Return the answer to who may join that terms amount to."""
    return next(
        name
        for name, answer in JOINING.items()
        if all(terms[term] == value for term, value in answer.terms.items())
    )


class OpenForm(OwnNumbers):
    """Opening a table of a game: three questions, and folds for the rest.

    `like` are terms that it begins with instead of the usual ones.
    """

    seats_min = forms.TypedChoiceField(label=_("At least"), coerce=int)
    seats_max = forms.TypedChoiceField(label=_("At most"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Bots"), coerce=int, initial=0)
    bot = forms.ChoiceField(
        label=_("How well the bots play"), required=False, widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(label=_("How fast?"), required=False, widget=forms.RadioSelect)
    joining = forms.ChoiceField(
        label=_("Who may join?"),
        choices=[(name, capfirst(answer.words)) for name, answer in JOINING.items()],
        initial=next(iter(JOINING)),
        widget=forms.RadioSelect,
    )
    protected = forms.TypedChoiceField(
        label=_("Protected time for a question"),
        coerce=int,
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
        help_text=_(
            "Clocks stop during a person’s own nights, weekends and holidays, for up to this "
            "long for each question. Everybody sets their own times in the settings."
        ),
    )

    def __init__(
        self,
        rules: Rules[AnyState],
        data: QueryDict | None = None,
        host: Reader | None = None,
        like: Terms | None = None,
    ) -> None:
        super().__init__(data)
        self.rules, self.like = rules, like
        self.unasked: dict[str, Any] = {}
        for name, text, usual in (
            ("seats_min", gettext("from {number}"), rules.players[0]),
            ("seats_max", gettext("up to {number}"), rules.players[-1]),
        ):
            choices = [(str(number), text.format(number=number)) for number in rules.players]
            offer(self, name, choices, usual)
        offer(self, "bots", numbers(range(rules.players[-1])), 0)
        offer(self, "bot", levels_of(rules), USUAL_LEVEL)
        if host is not None:
            add_colour(self, rules.slug, host)
        self.fields |= {
            name: term_field(name, rules) for name in TERMS if name not in SET_BY_JOINING
        }
        offer(self, "pace", [*paces(), *own_paces()], str(USUAL_PACE))
        self.add_numbers()
        offer(self, "protected", bounds_in_short(), str(USUAL_BOUND))
        words = OptionWords(rules)
        for option, default in options_offered(rules):
            field = choice_field(words, option, default, forms.RadioSelect)
            self.fields[PREFIX + option.name] = field
        if like:
            self._begin_like(like)
            self.initial.update(bots=like.bots, bot=like.bot or USUAL_LEVEL)

    def _begin_like(self, terms: Terms | Table) -> None:
        """Begin with these terms."""
        known = terms_of(terms)
        pace, bound = name_of_pace(known), terms.most_protected
        self._also("pace", pace, pace_asked(pace))
        self._also("protected", str(bound), protected_in_short(bound))
        self.initial = {
            **known,
            "pace": pace,
            "joining": joining_of(known),
            "protected": str(bound if pace else USUAL_BOUND),
            **{PREFIX + name: value for name, value in terms.options.items()},
        }

    def _also(self, name: str, value: str, words: str) -> None:
        """Offer this value too, if it is none of the usual choices."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        usual: list[tuple[str, Any]] = [*field.choices]  # type: ignore[misc]
        if value not in dict(usual):
            offer(self, name, [*usual, (value, words)], value)

    def options(self) -> list[forms.BoundField]:
        """The fields that come from the game."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def seats(self) -> list[forms.BoundField]:
        """Return the fields for the least and the greatest number of players."""
        return [self["seats_min"], self["seats_max"]]

    def paces_asked(self) -> dict[str, list[BoundWidget]]:
        """The paces that are asked for "first", with the one that is chosen, and the "others"."""
        choices = {str(choice.data["value"]): choice for choice in self["pace"]}
        chosen = [name for name in (self["pace"].value(),) if name in choices.keys() - OWN.keys()]
        first = dict.fromkeys([*FIRST[:-1], *chosen, FIRST[-1]])
        return {
            "first": [choices[name] for name in first],
            "others": [choice for name, choice in choices.items() if name not in first],
        }

    def other_paces(self) -> Fold:
        """The other paces, and the numbers for those that take some."""
        others, pace = self.paces_asked()["others"], self["pace"]
        words = {str(choice.data["value"]): str(choice.choice_label) for choice in others}
        fields = [pace, *(field for number in self.numbers() for field in number)]
        is_open = self.shows_numbers() or pace.value() in OWN
        return Fold("pace", gettext("Another pace"), {"pace": words}, fields, is_open=is_open)

    def folds(self) -> list[Fold]:
        """Return the groups of fields that most hosts do not change."""
        options = [option.name for option in self.options()]
        as_usual = gettext("as usual")
        found = [
            self._fold("colour", gettext("Your colour"), ["colour"]),
            self._fold("bots", gettext("Bots"), ["bots", "bot"], as_usual),
            self._fold("clock", gettext("The clock"), ["protected"]),
            self._fold("table", gettext("At the table"), [], gettext("no hints, open chat")),
            self._fold("rules", gettext("Rules"), options, as_usual),
        ]
        return [fold for fold in found if fold.fields]

    def _fold(self, name: str, title: str, names: list[str], otherwise: str = "") -> Fold:
        terms = [term for term in TERMS if TERMS[term].fold == name]
        fields = [self[name] for name in [*names, *terms] if name in self.fields]
        words = {field.name: self._words_of(field) for field in fields}
        return Fold(name, title, words, fields, otherwise)

    def _words_of(self, field: forms.BoundField) -> Words:
        choices, usual = dict(choices_of(field)), field.field.initial
        match field.name:
            case "bots":
                return {count: bots_in_words(int(count)) for count in choices}
            case "bot":
                return {level: level_in_words(level) for level in choices if level != usual}
            case "colour":
                return colours_in_words(choices)
            case "protected":
                return choices
        term = TERMS.get(field.name)
        if term is None or term.folded is None:
            return unusual(field, usual)
        text, says_usual = term.folded
        shown = [value for value in choices if says_usual or value != usual]
        return {value: str(text).format(value=term.said(value)) for value in shown}

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
            **{name: values[name] for name in TERMS if name not in SET_BY_JOINING},
            **self.unasked | JOINING[values["joining"]].terms,
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
        self._begin_like(table)
        self.unasked = {name: getattr(table, name) for name in SET_BY_JOINING}
        # among them what no form can offer
        self.kept = renewed(table.rules, table.options)

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
