"""The pages of a user's archive: it is asked for, one sees how far it is, and takes it home."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.archiving import archive_ask, archive_of, file_of
from accounts.people.selectors import user_of
from accounts.signing_in.proof import made_tell
from config.web.refusal import refusals_said


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def archive(request: HttpRequest) -> HttpResponse:
    """The part of a page that says how far the archive is; POST asks for one."""
    user = user_of(request)
    if request.method == "POST":
        with refusals_said(request):
            archive_ask(user=user)
        return redirect("delete_account")
    return render(request, "accounts/_archive.html", {"archive": archive_of(user)})


@require_safe
@login_required
@never_cache
def archive_file(request: HttpRequest) -> HttpResponse:
    """The archive as a file. Raises Http404 if it has not been made."""
    file = file_of(user_of(request))
    if file is None:
        raise Http404
    made_tell(request, _("The archive of all your tables was downloaded."))
    answer = HttpResponse(file, content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="sobremesa.zip"'
    return answer
