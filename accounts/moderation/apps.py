"""The app of Django's administration, with a site of its own."""

from django.contrib.admin.apps import AdminConfig


class Administration(AdminConfig):
    """The app's place in Django."""

    default_site = "accounts.moderation.site.ModerationSite"
