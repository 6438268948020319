"""Static files in production: bundled, and named by their content, so that browsers keep them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.files.storage import FileSystemStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.web.bundling import NotBundled, bundle


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules import each other by their hashed names too, or each would be loaded twice."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Name the files, with bundles in the place of what they are made of."""
        with TemporaryDirectory() as folder:
            try:
                bundle(Path(folder))
            except NotBundled as problem:
                print(problem, "Scripts and sheets are served one by one.", file=sys.stderr)
            bundles = FileSystemStorage(folder)
            made = {name: (bundles, name) for name in paths if bundles.exists(name)}
            yield from super().post_process({**paths, **made}, dry_run, **options)
