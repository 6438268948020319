#!/bin/sh
# A copy of the whole cluster to begin a recovery from; then forget what no copy needs any more.
#
# ARCHIVE is the folder, KEEP how many copies stay; PGHOST and PGUSER are those of pg_basebackup.
# With `daily` it goes on, and makes one whenever the newest is a day old.
set -eu
archive="${ARCHIVE:-/archive}"

copy() { # each step only if the one before went well
    name=$(date -u +%Y-%m-%dT%H%M%SZ) &&
    rm -rf "$archive"/base/*.part &&
    pg_basebackup --no-password --checkpoint=fast --format=tar --gzip --wal-method=fetch \
        --pgdata="$archive/base/$name.part" &&
    mv "$archive/base/$name.part" "$archive/base/$name" && sync &&
    echo "$archive/base/$name"
}

copies() { # the oldest first
    find "$archive/base" -maxdepth 1 -name '*Z' "$@" | sort
}

forget() {
    copies | head -n "-${KEEP:-7}" | while read -r old; do rm -rf "$old"; done &&
    oldest=$(copies | head -n 1) &&
    first=$(tar -xzOf "$oldest/base.tar.gz" backup_label |
        sed -n 's/^START WAL .*file \(.*\))$/\1/p') &&
    pg_archivecleanup -x .gz "$archive/wal" "$first"
}

if [ "${1:-}" != daily ]; then
    copy
    forget
    exit
fi
while :; do
    if [ -z "$(copies -mmin -1440)" ]; then
        { copy && forget; } || echo "No copy was made, or nothing forgotten." >&2
    fi
    sleep 600
done
