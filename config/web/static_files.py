"""Static files in production: named by their content, so that browsers may cache them for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules import each other by their hashed names too, or each would be loaded twice."""

    support_js_module_import_aggregation = True
