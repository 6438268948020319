"""Guests: people who play without an account, until they make one or stay away."""
