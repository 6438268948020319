"""Notices: rows that say what somebody is to be told, and the ways on which it reaches them."""
