#!/bin/sh
# What Postgres calls for each finished piece of its log (archive_command): keep.sh PATH NAME
#
# Whole or not at all, and on the disk before Postgres is told so. A piece that is there already is
# never overwritten: the same one counts as kept, another one is an error, which Postgres logs.
set -eu
to="${ARCHIVE:-/archive}/wal/$2.gz"
if [ -e "$to" ]; then
    gunzip -c "$to" | cmp -s - "$1"
    exit
fi
gzip -c "$1" > "$to.part"
sync "$to.part"
mv "$to.part" "$to"
sync "${ARCHIVE:-/archive}/wal"
