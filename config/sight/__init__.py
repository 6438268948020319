"""Show a running site to its operators: figures, lines of log, traces.

See `docs/reference/metrics.md`.

figures    what this process counts
stored     what is counted in the database when somebody asks
exposing   who may ask for `/metrics`, and the answer
about      whom and what the work at hand concerns
lines      records of the log, with that and without secrets
hiding     what must not be told
traces     the steps of a request, a move or a job, for OpenTelemetry
steps      the times that load, judge, store and show take: a figure and a span of a trace
"""
