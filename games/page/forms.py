"""Forms made from a game's choices: options of a table, standing orders of a seat."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from msgspec import inspect

from games.rules.core.codec import encode
from games.rules.core.interface import (
    AnyState,
    Document,
    Rules,
)
from games.telling.wording import SiteWording

ONE_OF = (inspect.BoolType, inspect.LiteralType, inspect.EnumType)


def layout_of(field: forms.BoundField) -> str:
    """How a field is laid out by `templates/_field.html`: "radios", "check" or "line"."""
    widget = field.field.widget
    if isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return "radios"
    return "check" if isinstance(widget, forms.CheckboxInput) else "line"


@functools.cache
def choices_in(struct: type[msgspec.Struct]) -> tuple[tuple[inspect.Field, object], ...]:
    """The fields of a struct that a form can offer as choices, each with its default as in JSON."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    defaults = encode(struct())
    return tuple(
        (field, defaults[field.name])
        for field in info.fields
        if isinstance(field.type, ONE_OF) or is_set(field.type) or is_bounded(field.type)
    )


def is_set(kind: inspect.Type) -> bool:
    """Whether it is a set: any number of the given values can be chosen."""
    return isinstance(kind, inspect.VarTupleType) and isinstance(
        kind.item_type, (inspect.LiteralType, inspect.EnumType)
    )


def is_bounded(kind: inspect.Type) -> bool:
    """Whether it is a whole number with both a least and a greatest value."""
    return isinstance(kind, inspect.IntType) and None not in bounds(kind)


def bounds(kind: inspect.IntType) -> tuple[int | None, int | None]:
    """The least and the greatest value of a whole number; None where there is no limit."""
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return low, high


def values_of(kind: inspect.Type) -> tuple[object, ...]:
    """The values of a Literal or an Enum, or of a set of them, as they stand in JSON."""
    if isinstance(kind, inspect.VarTupleType):
        return values_of(kind.item_type)
    if isinstance(kind, inspect.EnumType):
        return tuple(member.value for member in kind.cls)
    assert isinstance(kind, inspect.LiteralType)
    return kind.values


class ChoiceWords:
    """The names of a game's choices in the active language; `prefix` as in its texts."""

    def __init__(self, rules: Rules[AnyState], prefix: str) -> None:
        self.rules, self.prefix = rules, prefix
        self.wording = SiteWording(rules, [])

    def name(self, choice: str) -> str:
        """A choice itself."""
        return self._say(f"{self.prefix}.{choice}", choice)

    def help(self, choice: str) -> str:
        """What it changes."""
        return self._say(f"{self.prefix}.{choice}.help", "")

    def value(self, choice: str, value: object) -> str:
        """One of its values."""
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        return self._say(f"{self.prefix}.{choice}.{value}", str(value))

    def _say(self, key: str, otherwise: str) -> str:
        return self.wording.say(key) if key in self.rules.texts else otherwise


def choice_field(
    words: ChoiceWords,
    choice: inspect.Field,
    value: object,
    chooser: type[forms.Widget] = forms.Select,
) -> forms.Field:
    """The form's field for one choice, with its initial value; `chooser` chooses one of several."""
    name, kind = choice.name, choice.type
    told: dict[str, Any] = {"label": words.name(name), "help_text": words.help(name)}
    if isinstance(kind, inspect.BoolType):
        return forms.BooleanField(required=False, initial=value, **told)
    if isinstance(kind, inspect.IntType):
        low, high = bounds(kind)
        return forms.IntegerField(min_value=low, max_value=high, initial=value, **told)
    values = {str(possible): possible for possible in values_of(kind)}
    told["choices"] = [(text, words.value(name, possible)) for text, possible in values.items()]
    if is_set(kind):
        assert isinstance(value, list | tuple)
        return forms.TypedMultipleChoiceField(
            coerce=values.__getitem__,
            initial=[str(chosen) for chosen in value],
            required=False,
            widget=forms.CheckboxSelectMultiple,
            **told,
        )
    return forms.TypedChoiceField(
        coerce=values.__getitem__, initial=str(value), widget=chooser, **told
    )


class OrdersForm(forms.Form):
    """The standing orders of one's own seat; the game's defaults where none are given."""

    prefix = "orders"

    def __init__(
        self, rules: Rules[AnyState], orders: Document, data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        assert rules.orders_type is not None
        words = ChoiceWords(rules, "orders")
        for choice, usual in choices_in(rules.orders_type):
            value = orders.get(choice.name, usual)
            self.fields[choice.name] = choice_field(words, choice, value)

    def orders(self) -> Document:
        """The orders of a valid form."""
        return dict(self.cleaned_data)
