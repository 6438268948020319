"""Mails: written when there is an occasion, stored until the mail server has taken them."""
