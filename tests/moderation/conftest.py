"""Tables in play, and somebody to moderate them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from accounts.people.rights import GROUP
from tests.accounts.conftest import mailbox  # noqa: F401 - a fixture
from tests.games.conftest import begin, people  # noqa: F401 - fixtures
from tests.people import people_make


@pytest.fixture
def moderator(db: None) -> User:
    """A member of the group, with no right of their own, who sits nowhere."""
    (user,) = people_make("Mona")
    user.groups.add(Group.objects.get(name=GROUP))
    return User.objects.get(pk=user.pk)
