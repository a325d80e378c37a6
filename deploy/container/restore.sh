#!/bin/sh
# What `npm run restore -- FILE` does, for the containers of compose.yaml (docs/backup.md#restore). The backup is verified
# and loaded into a database of its own first; only then the one that is there is put aside, under another name.
#   deploy/container/restore.sh askline-….askline-backup
set -eu
if [ $# -ne 1 ] || [ ! -r "$1" ]; then
  echo 'Name the backup: restore.sh FILE' >&2
  exit 2
fi
exec 3< "$1"
cd "$(dirname "$0")"
aside=before_restore_$(date -u +%Y%m%dt%H%M%S)
running=$(docker compose ps --status running --quiet web worker)
# Both renames happen, or none.
rename='psql --username askline --dbname postgres --quiet --single-transaction --set ON_ERROR_STOP=1'
postgres() { docker compose exec -T postgres "$@" < /dev/null; }
askline() { docker compose run --rm -T --entrypoint sh web -euc "$1"; }
# In a container of its own: the one that wrote the copy may have been killed.
# shellcheck disable=SC2016
remove_copy() { askline 'rm -f "$BACKUP_DIR/.restore"' < /dev/null || true; }
give_up() {
  remove_copy
  postgres dropdb --username askline --if-exists --force restoring || true
  echo 'The restore failed. The database that was there is unchanged.' >&2
  [ -z "$running" ] || docker compose up --detach web worker
}

trap remove_copy EXIT
# Without these, a signal ends the script and not its trap.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
# The variables are those of the container.
# shellcheck disable=SC2016
askline '
  if [ "$DATABASE_URL" != "$OWN_POSTGRES/askline" ]; then
    echo "DATABASE_URL in compose.yaml is a PostgreSQL elsewhere: name an empty database there, and follow docs/backup.md." >&2
    exit 1
  fi
  mkdir -p "$BACKUP_DIR"
  cat > "$BACKUP_DIR/.restore"
  node server/app/restore-command.ts verify "$BACKUP_DIR/.restore"' <&3

trap give_up EXIT
docker compose stop web worker
postgres dropdb --username askline --if-exists --force restoring
postgres createdb --username askline restoring
# shellcheck disable=SC2016
askline '
  DATABASE_URL=$OWN_POSTGRES/restoring node server/app/restore-command.ts load "$BACKUP_DIR/.restore"
  rm "$BACKUP_DIR/.restore"' < /dev/null
# shellcheck disable=SC2086
postgres $rename --command "alter database askline rename to $aside" --command 'alter database restoring rename to askline'
trap - EXIT

# The new one is in restore mode: Askline does not start on it before `finish` has succeeded.
cat << END
The database that was there is kept as $aside. To go back to it, in deploy/container:
  docker compose stop web worker
  docker compose exec postgres $rename \\
    --command 'alter database askline rename to restored' --command 'alter database $aside rename to askline'
  docker compose up --detach
When all is well, and within BACKUP_KEEP_DAYS (30), remove it: people who left are in it.
  docker compose exec postgres dropdb --username askline $aside
END
if ! docker compose run --rm -T --entrypoint node web server/app/restore-command.ts finish < /dev/null; then
  echo 'Repair what is named above, then repeat, in deploy/container, until it succeeds:' >&2
  echo '  docker compose run --rm --entrypoint node web server/app/restore-command.ts finish' >&2
  exit 1
fi
echo 'Then: docker compose up --detach'
