/** Server settings as `postgres -c` takes them: fixed by us, whatever the cluster's own files say. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Keeps what people write out of the server's log: no statement, no parameter, no DETAIL (which quotes rows). A failed
 * cast puts the value into the message itself, so errors, which the client gets anyway, are not logged at all: `log`
 * ranks above `error` there (PostgreSQL manual, "Message Severity Levels"), and leaves start, stop, crash and panic.
 */
export const silentSettings: Settings = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_temp_files: '-1',
  log_lock_waits: 'off',
  log_autovacuum_min_duration: '-1',
  log_checkpoints: 'off',
  debug_print_parse: 'off',
  debug_print_rewritten: 'off',
  debug_print_plan: 'off',
};

/** Only this machine gets in, and by password: no socket file, whose path may be at most 107 bytes long. */
const REACH: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
};

/** What an acknowledged text may rely on. */
const DURABLE: Settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };

/** For tests: nothing needs to outlive the machine's power there, so nothing waits for the disk. */
const THROWAWAY: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  // DROP DATABASE waits for every session, also for one whose client was frozen while it logged in: a minute by default.
  authentication_timeout: '3s',
  // A password is stretched 4096 times by default, by client and server, at each of the thousands of logins of a run.
  scram_iterations: '1',
};

/** The settings of a running server. */
export function serverSettings(port: number, isThrowaway: boolean): Settings {
  return { ...REACH, ...silentSettings, ...(isThrowaway ? THROWAWAY : DURABLE), port: String(port) };
}

/** Written into a new cluster's postgresql.conf, where the operator may change them: a start for a small machine. */
export const initialSettings: Settings = {
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
};

/** `-c name=value` for each. */
export function toArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
