"""How many examples a property is tried with."""

from __future__ import annotations

from hypothesis import settings

SHARE = 3  # one in so many of all examples, in a quick run
ALL, QUICK = "all", "quick"

# No property is judged by the time it takes: a busy machine is no fault.
usual = settings.get_profile(settings.get_current_profile_name())
for profile in (ALL, QUICK):
    settings.register_profile(profile, usual, deadline=None)
settings.load_profile(ALL)


def examples(count: int) -> settings:
    """Try a property with so many examples, or with a share of them in a quick run."""
    quick = settings.get_current_profile_name() == QUICK
    return settings(max_examples=-(-count // SHARE) if quick else count)
