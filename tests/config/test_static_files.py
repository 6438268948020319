"""The files of production as `collectstatic` makes them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.utils.functional import empty
from whitenoise.middleware import WhiteNoiseMiddleware

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


def test_a_file_that_is_edited_while_the_site_runs_is_sent_whole(
    tmp_path: Path, rf: RequestFactory
) -> None:
    """With the length of the start, WebKit refuses a script, and a table has none."""
    script = tmp_path / "edited.js"
    script.write_text("1;")
    with override_settings(STATICFILES_DIRS=[tmp_path]):
        finders.get_finder.cache_clear()
        files = WhiteNoiseMiddleware(lambda _: HttpResponse(status=404))
        before = files(rf.get("/static/edited.js"))
        script.write_text("1; // longer")
        after = files(rf.get("/static/edited.js"))
    finders.get_finder.cache_clear()
    assert before.headers["ETag"] != after.headers["ETag"]
    assert after.getvalue() == b"1; // longer"
    assert after.headers["Content-Length"] == "12"
