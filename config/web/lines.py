"""Texts of several lines, as forms send them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms


class Lines(forms.Textarea):
    """A field of several lines, whose length counts as in the browser: a line break is one."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The text with line breaks as they were typed; forms send each as two characters."""
        value = super().value_from_datadict(data, files, name)
        return value.replace("\r\n", "\n") if isinstance(value, str) else value
