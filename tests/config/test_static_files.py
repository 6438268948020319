"""The files of production as `collectstatic` makes them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings
from django.utils.functional import empty

OURS = Path(settings.BASE_DIR) / "static"
IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];""", re.MULTILINE)


@pytest.mark.costly
def test_modules_import_each_other_by_their_hashed_names(tmp_path: Path) -> None:
    """Else the page would load `site.js` under two names, and do everything twice."""
    hashed = {"BACKEND": "config.web.static_files.HashedFiles"}
    told: dict[str, Any] = {
        "STATIC_ROOT": tmp_path,
        "STORAGES": {**settings.STORAGES, "staticfiles": hashed},
    }
    with override_settings(**told):
        staticfiles_storage._wrapped = empty  # made anew for these settings
        call_command("collectstatic", interactive=False, verbosity=0)
        names = {
            path.relative_to(OURS).as_posix(): staticfiles_storage.stored_name(
                path.relative_to(OURS).as_posix()
            )
            for path in OURS.rglob("*.js")
        }
    staticfiles_storage._wrapped = empty
    imports = 0
    for name, stored in names.items():
        assert stored != name
        for reference in IMPORT.findall((tmp_path / stored).read_text()):
            target = (tmp_path / stored).parent / reference
            assert target.resolve().is_file()
            assert target.resolve().relative_to(tmp_path.resolve()).as_posix() in names.values()
            imports += 1
    assert imports > 20
