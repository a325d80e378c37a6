import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** One older file of this size is kept beside the current one. */
const BYTES_MAX = 1_000_000;
const CHECK_EVERY_MS = 10_000;

/** The log of the supervisor and of PostgreSQL, which writes to `fd` itself, also after the supervisor has died. */
export type LogFile = { readonly fd: number; note: (sentence: string) => void; tail: () => string; close: () => void };

/**
 * Opens the log and keeps it small. It is emptied in place, not renamed, because a PostgreSQL that was started by an
 * earlier supervisor goes on writing to the file it was given; opened for appending, it then begins at the front again.
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
    /** The last lines, to say why something failed. */
    tail() {
      return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-6).join('\n');
    },
    close() {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}
