"""All settings. One file; what differs between installations comes from the environment.

Without `DATABASE_URL` the site runs `LOCAL`: on the embedded Postgres of the data folder, for the
person in front of the machine, over plain http, with a generated secret key. With it the site runs
in production and refuses to start without its secrets. `.env.example` lists every variable; a copy
of it is read by every process and command (`config.running.environment.file_read`).
"""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import urlsplit

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.database.waits import TCP
from config.running import environment, postgres
from config.running.version import VERSION
from config.web import limits
from config.web.isolates import isolated

django_stubs_ext.monkeypatch()  # so that `ModelForm[User]` and the like can be written

SETTINGS_FILE = environment.file_read()
"""The file that some of the variables come from: `.env`, or that of `SOBREMESA_ENV_FILE`."""
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = postgres.default_data_dir()

LOCAL = not environment.text("DATABASE_URL")
"""On the embedded database, for one machine; False in production."""
DEMO = environment.flag("DEMO", False)
"""Demo world with one-click sign-in; `manage.py play` sets it. Refused in production."""
DEBUG = environment.flag("DEBUG", False)

if (DEMO or DEBUG) and not LOCAL:
    raise ImproperlyConfigured("DEMO and DEBUG are not for production: unset DATABASE_URL or them.")


def _secret_key() -> str:
    if key := environment.secret("SECRET_KEY"):
        return key
    if LOCAL:
        return environment.kept_secret(DATA_DIR / "secret_key")
    raise ImproperlyConfigured("SECRET_KEY must be set in production: see .env.example.")


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")

SITE_URL = environment.text("SITE_URL", "http://localhost:8000" if LOCAL else "").rstrip("/")
"""Where people reach the site, without a slash at the end: for links in mails."""
if not SITE_URL:
    raise ImproperlyConfigured("SITE_URL must be set in production: see .env.example.")
SITE_NAME = "Sobremesa"
_SITE = urlsplit(SITE_URL)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or [_SITE.hostname or "localhost"]
if LOCAL:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
TRUSTED_PROXIES = 0 if LOCAL else environment.number("TRUSTED_PROXIES", 1)
"""How many proxies stand before the site, each of which adds to X-Forwarded-For."""
CSRF_TRUSTED_ORIGINS = [] if LOCAL else [f"{_SITE.scheme}://{_SITE.netloc}"]

INSTALLED_APPS = [
    "config",
    "lobby",
    "accounts",
    "games",
    "accounts.moderation.apps.Administration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",  # its templates, of which templates/django has a quicker one
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.usersessions",
    "procrastinate.contrib.django",
    "ninja",
]
if DEBUG:  # its `runserver` serves sockets; other processes would load Twisted for nothing
    INSTALLED_APPS.insert(INSTALLED_APPS.index("django.contrib.staticfiles"), "daphne")
SIGN_IN_WITH = environment.providers(
    google=(environment.text("GOOGLE_CLIENT_ID"), environment.text("GOOGLE_CLIENT_SECRET")),
    github=(environment.text("GITHUB_CLIENT_ID"), environment.text("GITHUB_CLIENT_SECRET")),
    openid_connect=(
        environment.text("OPENID_CLIENT_ID"),
        environment.text("OPENID_CLIENT_SECRET"),
        environment.text("OPENID_URL"),
        environment.text("OPENID_NAME", "OpenID"),
    ),
)
"""Other sites whose accounts may be used here, as django-allauth configures them."""
INSTALLED_APPS += [f"allauth.socialaccount.providers.{name}" for name in SIGN_IN_WITH]
if (BASE_DIR / "tools").is_dir():  # not in the image of production
    INSTALLED_APPS.append("tools")  # brings bench, torture, album and golden

MIDDLEWARE = [
    "config.sight.about.AboutMiddleware",
    "config.sight.exposing.MetricsMiddleware",
    "config.web.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.web.content_policy.ContentPolicyMiddleware",
    "config.web.readable.AddressMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.web.languages.AddressLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sessions.middleware.TokenMiddleware",
    "accounts.sessions.middleware.ApiLimitMiddleware",
    "accounts.sessions.middleware.SuspensionMiddleware",
    "accounts.sessions.middleware.NotKeptMiddleware",
    "accounts.sessions.middleware.PreferencesMiddleware",
    "accounts.signing_in.guests.middleware.GuestMiddleware",
    "accounts.announcing.middleware.HaltMiddleware",
    "config.web.readable.ReadableMiddleware",
    "accounts.moderation.staff.StaffMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.web.clients.ClientMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.sessions.places.LastUseMiddleware",
    "accounts.signing_in.proof.ProofMiddleware",
    "accounts.submissions.once.OnceMiddleware",
    "accounts.signing_in.doors.DoorMiddleware",  # the last: it calls the view itself
]

CSRF_FAILURE_VIEW = "config.web.resending.stale"
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "config.web.context.site",
    "accounts.pages.context.reader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": CONTEXT_PROCESSORS,
            "builtins": ["config.templatetags.marked"],
        },
    },
    {  # what is drawn with every move, and the pages that are asked for most, compiled
        "NAME": "tables",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "games"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "lobby.pages.compiled.environment",
            "autoescape": True,
            "context_processors": CONTEXT_PROCESSORS,
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Database, jobs, push ------------------------------------------------------------------------

DATABASE_URL = environment.text("DATABASE_URL")
DATABASE_DIRECT_URL = environment.text("DATABASE_DIRECT_URL")
"""Past the pooler to the same database, if `DATABASE_URL` leads to one in transaction mode."""
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "NAME": postgres.NAME,
        "USER": postgres.NAME,
        "HOST": str(postgres.socket_folder(DATA_DIR)),
        **(environment.database(DATABASE_URL) if DATABASE_URL else {}),
        "ENGINE": "config.database",
        "CONN_MAX_AGE": 0,  # the pool keeps connections; a thread gives its own back at once
        "CONN_HEALTH_CHECKS": True,  # or each one kept would fail once after a restart of Postgres
    },
}
DATABASES["default"]["OPTIONS"] = {
    **TCP,
    "options": "-c random_page_cost=1.1",  # disks need not seek: random reads are cheap
    **DATABASES["default"].get("OPTIONS", {}),
    "pool": {"min_size": 1, "max_size": environment.number("DATABASE_POOL", 12)},
    "prepare_threshold": 1,  # for the few statements that bypass Django's cursors
}
LISTENING = "default"
"""Which of them is used by what needs a session of its own: whoever listens."""
if DATABASE_DIRECT_URL:
    LISTENING = "direct"
    _USUAL = DATABASES["default"]
    _DIRECT = environment.database(DATABASE_DIRECT_URL)
    DATABASES["direct"] = {**_USUAL, **_DIRECT, "TEST": {"MIRROR": "default"}}
    _OPTIONS = {**TCP, "options": _USUAL["OPTIONS"]["options"], **_DIRECT["OPTIONS"]}
    DATABASES["direct"]["OPTIONS"] = _OPTIONS
    _USUAL |= environment.pooled(_USUAL)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS = {"default": {"BACKEND": "config.push.layer.PostgresChannelLayer"}}
if not LOCAL:  # attempts to sign in are counted in the cache: for all processes together
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache",  # made by `manage.py createcachetable`
        }
    }

PROCRASTINATE_WORKER_DEFAULTS = {"fetch_job_polling_interval": 1.5, "concurrency": 4}

# --- Tables --------------------------------------------------------------------------------------

TURN_NOTICE_DELAY = environment.number("TURN_NOTICE_DELAY", 60)
"""Seconds a turn waits before a mail says so: users who are at the table need none."""
BOT_PAUSE = environment.number("BOT_PAUSE_MS", 600) / 1000
"""Seconds between two moves of bots, so that people see what happens."""
SEARCH_SECONDS = environment.number("SEARCH_SECONDS", 60)
"""The longest that a bot that searches thinks about an answer; then it plays the best it knows."""
SEARCHES_AT_ONCE = environment.number("SEARCHES_AT_ONCE", 1)
"""Searches at the same time in a process of `manage.py worker --searches`; they share a core."""
VACATION_DAYS = environment.number("VACATION_DAYS", 20)
"""Of each user in a year; one is spent where they would otherwise run out of time."""
RULES_SECONDS = environment.number("RULES_MS", 2000) / 1000
"""CPU time for one call of the rules; a table that takes more is frozen."""

# --- People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
CREDENTIAL_HOLDS = (
    "accounts.sessions.sockets.STILL_SIGNED_IN"  # SQL, which the games put into statements
)
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
SHORTEST_PASSWORD = 12
"""Characters that a new one has; older ones still hold."""
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": SHORTEST_PASSWORD}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_USER_DISPLAY = isolated
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if DEMO else "mandatory"
ACCOUNT_ADAPTER = "accounts.signing_in.adapters.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.pages.forms.SignupForm"
ACCOUNT_FORMS = {
    "add_email": "accounts.signing_in.forms.OtherAddressForm",
    "change_password": "accounts.signing_in.forms.ChangeForm",
    "confirm_login_code": "accounts.signing_in.forms.CodeEntryForm",
    "login": "accounts.signing_in.forms.EntryForm",
    "reauthenticate": "accounts.signing_in.forms.PasswordProofForm",
    "request_login_code": "accounts.signing_in.forms.CodeRequestForm",
    "reset_password": "accounts.signing_in.forms.ForgottenForm",
    "reset_password_from_key": "accounts.signing_in.forms.ChooseForm",
    "set_password": "accounts.signing_in.forms.FirstPasswordForm",
    "signup": "accounts.signing_in.confirming.NewcomerForm",
}
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # in the browser that has signed up
ACCOUNT_LOGIN_TIMEOUT = 60 * 60
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _SITE.scheme
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
ACCOUNT_RATE_LIMITS = limits.SIGNING_IN
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # mails may take a while
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
MFA_FORMS = {
    "activate_totp": "accounts.signing_in.forms.AppForm",
    "add_webauthn": "accounts.signing_in.forms.PasskeyForm",
    "authenticate": "accounts.signing_in.forms.SecondFactorForm",
    "edit_webauthn": "accounts.signing_in.forms.PasskeyNameForm",
    "reauthenticate": "accounts.signing_in.forms.SecondFactorProofForm",
}
MFA_ADAPTER = "accounts.signing_in.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
ADMIN_SECOND_FACTOR = environment.flag("ADMIN_SECOND_FACTOR", not LOCAL)
"""Whether staff need a second factor, or a passkey, for the administration."""
STAFF_LOG_DAYS = environment.number("STAFF_LOG_DAYS", 365)
"""How long is kept what staff looked at and did in the administration; 0: for ever."""
ACTS_DAYS = environment.number("ACTS_DAYS", 3 * 365)
"""How long acts of moderators and administrators are kept; 0: for ever."""
SOCIALACCOUNT_FORMS = {"signup": "accounts.signing_in.forms.DoorSignupForm"}
SOCIALACCOUNT_ADAPTER = "accounts.signing_in.doors.DoorAdapter"
SOCIALACCOUNT_PROVIDERS = SIGN_IN_WITH
SOCIALACCOUNT_AUTO_SIGNUP = False  # everybody chooses their name
SOCIALACCOUNT_EMAIL_VERIFICATION = ACCOUNT_EMAIL_VERIFICATION
SESSION_ENGINE = "accounts.sessions.store"
USERSESSIONS_ADAPTER = "accounts.sessions.places.PlacesAdapter"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

GUESTS_AN_HOUR = environment.number("GUESTS_AN_HOUR", limits.GUESTS_AN_HOUR)
"""How many guests may come, and tables they may begin, from one address in the long run."""
GUESTS_AT_ONCE = environment.number("GUESTS_AT_ONCE", limits.GUESTS_AT_ONCE)
"""How many of these at once."""

API_RATE = environment.number("API_RATE", int(limits.API.a_second))
"""Requests to the API a second that a user (or a visitor's address) may make in the long run."""
API_BURST = environment.number("API_BURST", limits.API.at_once)
"""Requests they may make at once."""

# --- Pages of the site ---------------------------------------------------------------------------

CONTACT = environment.text("CONTACT")
"""Where people can write to those who run the site: an email address, for the page *Contact*."""
IMPRINT = environment.paragraphs("IMPRINT")
"""Who runs the site, as the law of their country wants it: paragraphs of lines."""
PRIVACY = environment.paragraphs("PRIVACY")
"""What the operators have to add about personal data: who is responsible, where the server is."""

# --- Mail ----------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = environment.text(
    "DEFAULT_FROM_EMAIL", f"{SITE_NAME} <noreply@{_SITE.hostname}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ADMINS = [(address, address) for address in environment.words("ADMINS")]
if EMAIL_URL := environment.text("EMAIL_URL"):
    globals().update(environment.email(EMAIL_URL))
elif LOCAL:
    EMAIL_BACKEND = "config.web.mailing.Folder"
    EMAIL_FILE_PATH = DATA_DIR / "mails"
else:
    raise ImproperlyConfigured("EMAIL_URL must be set in production: see .env.example.")

# --- Notices on devices and to addresses of one's own ---------------------------------------------

VAPID_PRIVATE_KEY = environment.text("VAPID_PRIVATE_KEY") or (
    environment.derived_secret(SECRET_KEY, "vapid") if LOCAL else ""
)
"""A number of 32 bytes in base64url, by which push services know the site; without: no pushes."""
NOTICE_HOSTS = environment.words("NOTICE_HOSTS")
"""Hosts in the operator's own network that notices may go to all the same."""

# --- Languages -----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [
    BASE_DIR / "locale",
    *sorted(path for path in (BASE_DIR / "games" / "rules").glob("*/locale") if path.is_dir()),
]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# --- Files ---------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = environment.text("STATIC_ROOT", "" if LOCAL else str(DATA_DIR / "static")) or None
BUNDLED = bool(STATIC_ROOT)
"""Files are collected there, bundled and named by their content; else each is served as it is."""
_MANIFEST = "config.web.static_files.HashedFiles"
_PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _MANIFEST if BUNDLED else _PLAIN},
}
if LOCAL and BUNDLED:  # `play`: no proxy does it
    MIDDLEWARE.insert(
        MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware") + 1,
        "django.middleware.gzip.GZipMiddleware",
    )
WHITENOISE_USE_FINDERS = not BUNDLED
WHITENOISE_AUTOREFRESH = not BUNDLED  # whoever edits a file while the site runs gets it whole
WHITENOISE_MAX_AGE = 3600 if BUNDLED else 0

# --- Security ------------------------------------------------------------------------------------

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if not LOCAL:
    HTTPS = environment.flag("HTTPS", True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
    SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 365 * 24 * 3600) if HTTPS else 0
    SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("HSTS_SUBDOMAINS", True)
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
    if HTTPS:  # so that browsers take them from this very host alone, over https
        SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"

# --- What operators see --------------------------------------------------------------------------

METRICS_TOKEN = environment.secret("METRICS_TOKEN")
"""Who brings it may read `/metrics` from anywhere; without it only the machine itself may."""
METRICS_PORT = environment.number("METRICS_PORT", 0)
"""Where a worker answers to `/metrics`; 0: nowhere."""
TRACES_TO = environment.text("OTEL_EXPORTER_OTLP_ENDPOINT")
"""Where the steps of requests, moves and jobs are told; empty: nowhere, at no cost."""
DISKS = environment.words("DISKS") or [str(DATA_DIR) if LOCAL else "/"]
"""Folders on whose disks operators are told that little is left; that of Postgres among them."""
DISK_PERCENT = environment.number("DISK_PERCENT", 10)
"""Less than that is little."""
_DRAIN = DATA_DIR if LOCAL else Path(gettempdir())
DRAIN_FILE = environment.text("DRAIN_FILE", str(_DRAIN / "sobremesa-drain"))
"""While this file exists, `/readyz` says no, so that a proxy sends nobody new."""

SENTRY_DSN = environment.text("SENTRY_DSN")
"""Where errors are reported, to Sentry or whatever else takes its envelopes; empty: nowhere."""
REPORTS = {"class": "config.sight.reports.ErrorReports", "to": SENTRY_DSN, "release": VERSION}
if SENTRY_DSN:
    environment.check_dsn("SENTRY_DSN", SENTRY_DSN)

LOG_LEVEL = environment.text("LOG_LEVEL", "WARNING")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.sight.lines.LineFormatter"},
        "json": {"()": "config.sight.lines.JsonLine"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": environment.choice("LOG_FORMAT", ("line", "json")),
        },
        "operators": {"class": "config.web.error_mails.ErrorMails"},
        "counted": {"class": "config.sight.lines.Counted"},
        "nonsense": {"class": "config.sight.lines.NonsenseHandler"},
        **({"reports": REPORTS} if SENTRY_DSN else {}),
    },
    "root": {
        "handlers": ["stderr", "operators", "counted", *(["reports"] if SENTRY_DSN else [])],
        "level": LOG_LEVEL,
    },
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.security": {"handlers": ["nonsense"], "propagate": False},
        "psycopg.pool": {"level": "ERROR"},  # a line for each attempt; the pool says it once
        "accounts.signing_in.doorkeeping": {
            "level": "INFO" if LOG_LEVEL == "WARNING" else LOG_LEVEL
        },
        "config.settings_read": {"level": "INFO" if LOG_LEVEL == "WARNING" else LOG_LEVEL},
    },
}
