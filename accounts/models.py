"""People."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """The account of a human."""
