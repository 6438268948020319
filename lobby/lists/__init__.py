"""Tables in lists: on cards, on a user's own list, in the history, on the shelf."""
