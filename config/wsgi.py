"""Pages as a WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from config.sight import traces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
traces.begin("site")
