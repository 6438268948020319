"""Signing up and in: forms, other sites, confirmed addresses, a fresh proof."""
