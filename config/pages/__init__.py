"""The pages of the site itself: help, who runs it, and what browsers and crawlers ask for."""
