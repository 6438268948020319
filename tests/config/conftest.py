"""A mail server for tests of what is sent."""

from tests.accounts.conftest import mailbox

__all__ = ["mailbox"]
