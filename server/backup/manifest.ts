import { z } from 'zod';

/** The first part of a backup: what is in it, and what it needs. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** By the clock of the database. What happened later is not in the backup. */
  madeAt: z.iso.datetime(),
  release: z.string(),
  /** The schema, as the names of its migrations. */
  migrations: z.array(z.string()).min(1),
  /** In the order in which they can be loaded: a table after those it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Recognizes the key of the hashed numbers, without which opt-outs would be forgotten. */
  phoneHashProbe: z.string(),
  /** Whether a ledger of opt-outs and deletions was kept when it was made. */
  hasLedger: z.boolean(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The last part: the number of rows of each table. A backup without it is not complete. */
export const endSchema = z.object({ rows: z.record(z.string(), z.int()) });
export type Rows = z.infer<typeof endSchema>['rows'];

/** Names of parts. Tables and files follow their prefix. */
export const partNames = { manifest: 'manifest', end: 'end', table: 'table/', file: 'file/' } as const;
