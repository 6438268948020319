"""The folds of a form about a table: what most hosts leave as it is, told in one line each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import msgspec
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext

Words = Mapping[str, str]
"""The words for each value of a field, as a form sends it; other values have no words."""


class Fold(msgspec.Struct, frozen=True):
    """Fields that are folded away, and how they stand in words."""

    name: str
    title: str
    words: Mapping[str, Words]  # by field
    fields: list[forms.BoundField]
    otherwise: str = ""  # where no field says anything
    is_open: bool = False  # whatever its errors

    @property
    def stands(self) -> str:
        """Their values in words."""
        said = (self.words.get(field.name, {}).get(sent(field), "") for field in self.fields)
        return capfirst(" · ".join(filter(None, said)) or self.otherwise)

    @property
    def words_for_scripts(self) -> str:
        """The words, for a page to tell them anew when a value changes."""
        return json.dumps(self.words)

    @property
    def is_wrong(self) -> bool:
        """Return True if one of its fields has an error to show."""
        return any(field.errors for field in self.fields)


def sent(field: forms.BoundField) -> str:
    """Return the value of a field as a form sends it: "on" for a box that is ticked."""
    value = field.value()
    if isinstance(field.field, forms.BooleanField):
        return "on" if value else ""
    return "" if value is None else str(value)


def unusual(field: forms.BoundField, usual: object) -> Words:
    """Return the words of a field with its name, but for its usual value."""
    name = str(field.label)
    if isinstance(field.field, forms.BooleanField):
        return {"": f"{name}: {gettext('no')}"} if usual else {"on": name}
    return {value: f"{name}: {words}" for value, words in choices_of(field) if value != str(usual)}


def choices_of(field: forms.BoundField) -> Iterator[tuple[str, str]]:
    """Yield the choices of a field, or the numbers that it takes, each as it is sent, in words."""
    control = field.field
    if isinstance(control, forms.IntegerField):
        low, high = control.min_value, control.max_value
        assert isinstance(low, int) and isinstance(high, int)
        yield from ((str(number), str(number)) for number in range(low, high + 1))
    elif isinstance(control, forms.ChoiceField):
        for value, words in control.choices:  # type: ignore[misc,union-attr]
            yield str(value), str(words)
