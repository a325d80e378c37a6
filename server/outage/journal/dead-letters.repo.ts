import type { DatabaseSync } from 'node:sqlite';

/**
 * The dead letters of a journal: entries that the database refused too often, or that this version of the software does
 * not know. They have telephone numbers, so they are kept for a person to look at, and not for ever.
 */

/** Moves an entry there, with the code of what was wrong. Call it in a transaction. */
export function moveToDeadLetters(file: DatabaseSync, seq: number, code: string): void {
  const copy = 'insert into dead select seq, op_id, type, key, at, body, crc, ? from ops where seq = ?';
  file.prepare(copy).run(code.slice(0, 40), seq);
  file.prepare('delete from ops where seq = ?').run(seq);
}

/** Deletes those of what happened before this time, in Unix milliseconds. Call it in a transaction. */
export function deleteDeadLetters(file: DatabaseSync, before: number): void {
  file.prepare('delete from dead where at < ?').run(before);
}
