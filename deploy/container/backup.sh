#!/bin/sh
# What `npm run backup` does, for the containers of compose.yaml: a backup in the volume `data`, restored into a scratch
# database as a check (docs/backup.md). Needs BACKUP_KEY in askline.env. With cron, once a day:
#   17 3 * * *  /srv/askline/deploy/container/backup.sh && docker compose --project-directory /srv/askline/deploy/container cp web:/var/lib/askline/backups /mnt/elsewhere && find /mnt/elsewhere/backups -name '*.askline-backup' -mtime +29 -delete
# No copy may be kept for longer than BACKUP_KEEP_DAYS (30), which the privacy page promises.
set -eu
cd "$(dirname "$0")"
postgres() { docker compose exec -T postgres "$@"; }
drop_scratch() { postgres dropdb --username askline --if-exists --force scratch; }
trap drop_scratch EXIT
# Without these, a signal ends the script and not its trap.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
drop_scratch
postgres createdb --username askline scratch
# The variables are those of the container.
# shellcheck disable=SC2016
docker compose exec -T web sh -euc '
  # The copies of the journals are made in it too: /tmp is small, and in memory.
  folder=$BACKUP_DIR/.unfinished
  rm -rf "$folder"
  file=$folder/backup
  node server/app/backup-command.ts make "$file"
  node server/app/backup-command.ts check "$file" "$OWN_POSTGRES/scratch"
  rmdir "$folder"
'
