"""Static files in production: named by their content, so that browsers may keep them for ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

AS_THEY_ARE = ("django_htmx/",)  # folders whose scripts name modules in comments


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules import each other by the hashed names too: else each would be loaded twice."""

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: Any, template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """What puts the hashed name into a reference of the file `name`."""
        if name.startswith(AS_THEY_ARE) and name.endswith(".js"):
            return lambda match: match[0]
        convert: Callable[[re.Match[str]], str] = super().url_converter(
            name, hashed_files, template
        )
        return convert
