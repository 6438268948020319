"""Mails: written when there is an occasion, kept until the mail server has taken them."""
