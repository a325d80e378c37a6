import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** One older file of this size is kept next to the current one. */
const BYTES_MAX = 1_000_000;
const CHECK_EVERY_MS = 10_000;

/** The log of the supervisor and of PostgreSQL, which writes to `fd` directly, even after the supervisor has died. */
export type LogFile = { readonly fd: number; note: (sentence: string) => void; tail: () => string; close: () => void };

/**
 * Opens the log and keeps it small. Truncates it in place instead of renaming it, because a PostgreSQL that an earlier
 * supervisor started keeps writing to the same file; it is open for appending, so writes continue at the start.
 */
export function openLog(path: string): LogFile {
  const fd = openSync(path, 'a', 0o600);
  function bound(): void {
    if (fstatSync(fd).size <= BYTES_MAX) return;
    copyFileSync(path, `${path}.1`);
    ftruncateSync(fd);
  }
  bound();
  const timer = setInterval(bound, CHECK_EVERY_MS).unref();
  return {
    fd,
    note(sentence) {
      writeSync(fd, `${new Date().toISOString()} [supervisor ${process.pid}] ${sentence}\n`);
    },
    /** The last lines, for error messages. */
    tail() {
      return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-6).join('\n');
    },
    close() {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}
