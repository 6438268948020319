"""Every change of a table: load, judge, store, in one transaction."""
