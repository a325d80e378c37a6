/** Server settings for `postgres -c`; they override the cluster's own files. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Keeps plaintext out of the server's log: no statement, no parameter, no DETAIL (which quotes rows). The message of a
 * failed cast contains the value, so errors, which the client receives anyway, are not logged: the level `log`, which
 * ranks above `error` (PostgreSQL manual, "Message Severity Levels"), leaves start, stop, crash and panic.
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

/** Only password logins from this machine; no socket file, whose path is limited to 107 bytes. */
const REACH: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
};

/** The durability behind every acknowledged text. */
const DURABLE: Settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };

/** For tests: no data needs to survive a power failure, so no commit waits for the disk. */
const THROWAWAY: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  // DROP DATABASE waits for every session, including one whose client froze during login: a minute by default.
  authentication_timeout: '3s',
  // By default, client and server hash a password 4096 times, at each of the thousands of logins of a run.
  scram_iterations: '1',
};

/** The settings to start a server with. */
export function serverSettings(port: number, isThrowaway: boolean): Settings {
  return { ...REACH, ...silentSettings, ...(isThrowaway ? THROWAWAY : DURABLE), port: String(port) };
}

/** Initial contents of a new cluster's postgresql.conf, for a small machine; the operator may change them. */
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
