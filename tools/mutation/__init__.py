"""Mutations: code that is changed in place, to see that some test notices."""
