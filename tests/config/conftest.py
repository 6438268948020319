"""A mail server for tests of what is sent, and the processes of production."""

from tests.accounts.conftest import mailbox
from tests.config.production import production

__all__ = ["mailbox", "production"]
