"""One socket for each page and each program.

`connection` is the ASGI application of one of them. Its topics are what it is about: the apps bring
them and `config.asgi` puts them together. `groups` is how all topics of a process hear of changes;
`limits` says how much a connection may do.
"""
