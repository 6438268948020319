"""How whoever looks at something hears that it has changed. See `docs/push.md`.

telling    tells a group, when the transaction that changes something commits
layer      groups and their channels in this process, as a layer of Channels
listener   the connection to Postgres that hears
"""
