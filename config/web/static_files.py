"""Static files in production: named by their content, so that browsers may keep them for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules import each other by the hashed names too: else each would be loaded twice."""

    support_js_module_import_aggregation = True
