import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

type Row = { readonly id: string };
type Tables = Record<string, Row>;

/**
 * A vendor's records, in memory, and in a file if the sandbox has a state folder.
 * Rows may be changed in place; `put` marks the change.
 */
export type RecordStore<T extends Tables> = {
  get<K extends keyof T & string>(table: K, id: string): T[K] | undefined;
  /** The rows of a table, oldest first. */
  all<K extends keyof T & string>(table: K): IterableIterator<T[K]>;
  /** Adds a row, or marks it as changed; `flush` writes it. */
  put<K extends keyof T & string>(table: K, row: T[K]): void;
  remove(table: keyof T & string, id: string): void;
  /** Writes all changes since the last call. Call it before a change is acknowledged. */
  flush(): void;
};

type Line = readonly [table: string, id: string, row: Row | null];

/** The file is rewritten when it has more lines per remaining row than this... */
const LINES_PER_ROW = 3;
/** ...and, while in use, more lines than this: a rewrite blocks the process. */
const LINES_MIN = 20_000;

/**
 * Opens a record store. The file is a journal with one JSON line for each changed row, so that a killed process loses
 * nothing that it acknowledged and a change costs one line; an incomplete last line is dropped.
 * @param file null keeps everything in memory only
 * @throws when a line in the middle of the file is damaged
 */
export function openRecordStore<T extends Tables>(file: string | null): RecordStore<T> {
  const tables = new Map<string, Map<string, Row>>();
  const changed = new Map<string, readonly [string, string]>();
  let linesOnFile = file === null ? 0 : load(file, tables);

  function table(name: string): Map<string, Row> {
    const found = tables.get(name) ?? new Map<string, Row>();
    tables.set(name, found);
    return found;
  }
  function mark(name: string, id: string): void {
    if (file !== null) changed.set(`${name}/${id}`, [name, id]);
  }

  return {
    get: <K extends keyof T & string>(name: K, id: string) => tables.get(name)?.get(id) as T[K] | undefined,
    all: <K extends keyof T & string>(name: K) => table(name).values() as IterableIterator<T[K]>,
    put(name, row) {
      table(name).set(row.id, row);
      mark(name, row.id);
    },
    remove(name, id) {
      if (table(name).delete(id)) mark(name, id);
    },
    flush() {
      if (file === null || changed.size === 0) return;
      const lines = [...changed.values()].map(([name, id]) => line([name, id, tables.get(name)?.get(id) ?? null]));
      appendFileSync(file, lines.join(''), { mode: 0o600 });
      changed.clear();
      linesOnFile += lines.length;
      if (linesOnFile > Math.max(LINES_MIN, LINES_PER_ROW * rowsIn(tables))) linesOnFile = rewrite(file, tables);
    },
  };
}

/** @returns how many lines the file has now */
function load(file: string, tables: Map<string, Map<string, Row>>): number {
  if (!existsSync(file)) return 0;
  const lines = readFileSync(file, 'utf8').split('\n');
  // A complete file ends with a newline, so the last part is empty or an incomplete line.
  const whole = lines.slice(0, -1);
  for (const [index, text] of whole.entries()) {
    const [name, id, row] = parse(text, file, index);
    const rows = tables.get(name) ?? new Map<string, Row>();
    tables.set(name, rows);
    if (row === null) rows.delete(id);
    else rows.set(id, row);
  }
  const isLean = lines.at(-1) === '' && whole.length <= LINES_PER_ROW * rowsIn(tables);
  return isLean ? whole.length : rewrite(file, tables);
}

function rowsIn(tables: Map<string, Map<string, Row>>): number {
  return [...tables.values()].reduce((sum, rows) => sum + rows.size, 0);
}

function parse(text: string, file: string, index: number): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new Error(`${file}, line ${index + 1} is damaged: remove the file to start the sandbox with a clean state`);
  }
}

/** Writes the remaining rows to a new file, which then replaces the old one. @returns the number of lines */
function rewrite(file: string, tables: Map<string, Map<string, Row>>): number {
  const lines = [...tables].flatMap(([name, rows]) => [...rows].map(([id, row]) => line([name, id, row])));
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return lines.length;
}

function line(entry: Line): string {
  return `${JSON.stringify(entry)}\n`;
}
