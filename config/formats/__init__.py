"""How dates and times are written, where a language of the site differs from Django's own."""
