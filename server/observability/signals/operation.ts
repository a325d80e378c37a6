import { onLine, type SignalGroup } from './signal.ts';

/** The lines of failed runs of these jobs. */
function failuresOf(...jobs: readonly string[]) {
  return jobs.map((job) => ({ event: 'job_failed', job }));
}

/** The processes, the database and the journal. */
export const operationSignals = {
  nothing_reports: {
    severity: 'critical',
    sentence: 'No process reports its metrics.',
    remedy: 'Check that the processes run, and that Prometheus reaches them with METRICS_TOKEN.',
    rule: { kind: 'absent' },
  },
  database_unavailable: {
    severity: 'critical',
    lamp: 'database',
    sentence: 'The database has been unavailable for a minute.',
    remedy:
      'Texts are journaled and still answered; sign-up and payment are refused. Bring the database back before the journal is full (journal_filling). If it runs, the log line database_refuses says why it does not let Askline in.',
    rule: { kind: 'metric', metric: 'database_unavailable', atLeast: 1, forMinutes: 1 },
  },
  disk_full: {
    severity: 'critical',
    lamp: 'database',
    sentence: 'The disk of DATA_DIR has no room left for the journal of a database outage.',
    remedy:
      'Free some, or move DATA_DIR to a larger disk (npm run doctor). With a full disk texts are refused, and an embedded database stops.',
    rule: { kind: 'metric', metric: 'disk_shortage', atLeast: 2, forMinutes: 2 },
  },
  disk_low: {
    severity: 'warning',
    sentence: 'The disk of DATA_DIR is nearly full: less than 1 GB or 5 % is free.',
    remedy:
      'Free some, or move DATA_DIR to a larger disk (npm run doctor). Look for old releases, backups and logs on the same disk.',
    rule: { kind: 'metric', metric: 'disk_shortage', atLeast: 1, forMinutes: 10 },
  },
  public_address_unreachable: {
    severity: 'critical',
    sentence: "Askline can't reach its own public address. Texts, visitors and Stripe may not reach it either.",
    remedy:
      'Run npm run doctor: it says what answers there. The code is in the log lines public_address_unreached. Look at DNS, the proxy, the firewall, and whether the certificate has expired. Missed texts are found in the list of the carrier and answered, up to a minute late. If only this machine cannot reach it (a router without hairpin NAT), set PUBLIC_ADDRESS_ALERT=off.',
    rule: { kind: 'metric', metric: 'public_address_unreached_seconds', atLeast: 660, forMinutes: 7 },
  },
  certificate_ends: {
    severity: 'warning',
    sentence: 'The certificate of the public address ends in less than 14 days.',
    remedy: 'Renew it, and see why it was not renewed. After its end no text, visitor or payment reaches us.',
    rule: { kind: 'metric', metric: 'certificate_late_seconds', atLeast: 1, forMinutes: 0 },
  },
  backup_old: {
    severity: 'warning',
    lamp: 'database',
    sentence: 'The newest backup is more than a day and a half old.',
    remedy:
      'Run npm run backup and read what it says; then look at the schedule that should run it (docs/backup.md). If another tool makes your backups, set BACKUP_ALERT=off.',
    rule: { kind: 'metric', metric: 'backup_age_seconds', atLeast: 129_600, forMinutes: 0 },
  },
  journal_filling: {
    severity: 'warning',
    lamp: 'database',
    sentence: 'The journal for database outages is four fifths full. Once it is full, texts are refused.',
    remedy:
      'Bring the database back. If that takes longer and the disk has room, raise FALLBACK_OPERATIONS_MAX and FALLBACK_MEGABYTES_MAX and restart, one process after the other. If the database is back already, the log lines replay_failed and operation_refused say what keeps the journal from emptying.',
    rule: { kind: 'metric', metric: 'journal_share', atLeast: 0.8, forMinutes: 0 },
  },
  journal_full: {
    severity: 'critical',
    lamp: 'database',
    answers: 'not_answering',
    sentence: 'The journal for database outages is full: texts are refused.',
    remedy:
      'Do as for journal_filling. The carrier retries for 15 seconds; missed texts are found once the database is back.',
    rule: { kind: 'metric', metric: 'journal_share', atLeast: 1, forMinutes: 0 },
  },
  journal_write_failed: {
    severity: 'critical',
    lamp: 'database',
    answers: 'not_answering',
    sentence: 'The journal for database outages cannot be written: texts are refused.',
    remedy: 'Usually the disk of DATA_DIR is full. The carrier retries for 15 seconds; missed texts are found later.',
    rule: onLine({ event: 'journal_write_failed' }),
  },
  journal_damaged: {
    severity: 'critical',
    lamp: 'database',
    sentence: 'The journal for database outages was damaged.',
    remedy:
      'Its readable entries were kept, the file was moved aside in DATA_DIR/journal, where it is deleted after BACKUP_KEEP_DAYS. Check the disk.',
    rule: onLine({ event: 'journal_damaged' }),
  },
  journal_entry_put_aside: {
    severity: 'critical',
    lamp: 'database',
    sentence: 'An entry of the outage journal was put aside: a text or a STOP may be missing from the database.',
    remedy:
      'The log line names its kind and the error, and the Database tab counts such entries; the entry, with the number, is kept in the table dead of the file in DATA_DIR/journal. If it is a STOP, opt the number out in the admin area. Report it, without the number. The entry is deleted after BACKUP_KEEP_DAYS.',
    rule: onLine({ event: 'operation_put_aside' }, { event: 'journal_line_unknown' }),
  },
  ledger_write_failed: {
    severity: 'critical',
    sentence: 'Opt-outs and deletions cannot be noted outside the database: a restored backup would forget them.',
    remedy:
      'Usually the disk of LEDGER_DIR is full, or the folder is not ours. With EROFS in the log line, add the folder to ReadWritePaths of the unit or as a volume of the container (docs/backup.md). They are noted with the next one that can be written, unless the process ends before; then make a backup.',
    rule: onLine({ event: 'ledger_write_failed' }),
  },
  clock_skew: {
    severity: 'warning',
    sentence: 'Two clocks differ by more than two seconds.',
    remedy: 'Let NTP set the clocks of this machine and of the database; the log line names the other clock.',
    rule: { kind: 'event', lines: [{ event: 'clock_skew' }], atLeast: 3, minutes: 10 },
  },
  jobs_failing: {
    severity: 'warning',
    sentence: 'Background jobs fail again and again.',
    remedy: 'Look at the log lines job_failed: they name the job and the kind of error.',
    rule: { kind: 'event', lines: [{ event: 'job_failed' }], atLeast: 15, minutes: 30 },
  },
  hourly_jobs_failing: {
    severity: 'warning',
    sentence: 'A background job that runs every few minutes or every hour keeps failing.',
    remedy:
      'Look at the log lines job_failed: they name the job and the kind of error. Until it works, old data is kept, lost payment webhooks are not found, or costs or the public address are not watched.',
    // An hourly job is retried once: two of its runs, or four where several processes take turns.
    rule: {
      kind: 'event',
      lines: failuresOf(
        'roll-up-counters',
        'build-indexes',
        'delete-old-texts',
        'payment-catch-up',
        'watch-costs',
        'watch-public-address',
        'forget-what-is-over',
      ),
      atLeast: 4,
      minutes: 720,
      countedBy: 'job',
    },
  },
  daily_jobs_failing: {
    severity: 'warning',
    sentence: 'The daily check of subscriptions or the renewal reminders failed, and failed again when retried.',
    remedy:
      'Look at the log lines job_failed: they name the job and the kind of error. It is retried for some two hours, then the next day. The law requires renewal reminders.',
    rule: {
      kind: 'event',
      lines: failuresOf('reconcile-subscriptions', 'renewal-reminders'),
      atLeast: 2,
      minutes: 1440,
      countedBy: 'job',
    },
  },
  deletions_failing: {
    severity: 'warning',
    sentence: 'An account could not be deleted for about an hour, or several could not.',
    remedy:
      'Look at the log lines deletion_failed: they name the account and the kind of error. The account is closed; what is left is deleted once the cause is gone.',
    // One account is tried eight times in its first hour, then every hour.
    rule: { kind: 'event', lines: [{ event: 'deletion_failed' }], atLeast: 8, minutes: 1440 },
  },
  unforeseen_errors: {
    severity: 'warning',
    sentence: 'Several requests failed for a reason that we did not foresee.',
    remedy: 'Look at the log lines unforeseen_error: they name the route and where it was thrown. Report it.',
    rule: { kind: 'event', lines: [{ event: 'unforeseen_error' }], atLeast: 5, minutes: 15 },
  },
  proxy_untrusted: {
    severity: 'warning',
    sentence: 'A proxy that TRUST_PROXY does not name forwards requests: all its visitors count as one.',
    remedy: 'Set TRUST_PROXY to the address or network that the proxy connects from (npm run doctor).',
    rule: onLine({ event: 'proxy_untrusted' }),
  },
} as const satisfies SignalGroup;
