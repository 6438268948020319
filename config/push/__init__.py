"""Tell viewers that what they look at has changed. See `docs/topics/push.md`.

telling    notifies a group when the transaction that changes something commits
layer      groups and their channels in this process, as a layer of Channels
listener   the connection to Postgres that listens
"""
