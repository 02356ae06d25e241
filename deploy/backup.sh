#!/bin/sh
# backup.sh FOLDER COUNT: one more backup of the store in FOLDER, of which the last COUNT are kept.
set -eu
folder=$1
count=$2
mkdir -p "$folder"
# What a backup that was killed left behind.
rm -f -- "$folder"/*.part
deno run -A --cached-only "$(dirname "$0")/../tools/kv.ts" backup "$folder/$(date -u +%Y%m%dT%H%M%SZ).db"
ls "$folder"/*.db | sort -r | tail -n "+$((count + 1))" | while read -r old; do
  rm -f -- "$old" "$old.sha256"
done
