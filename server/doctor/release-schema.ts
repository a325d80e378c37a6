/**
 * `node server/doctor/release-schema.ts NEXT BEFORE`: whether the release in the folder NEXT can use the database of
 * DATABASE_URL, and what its start would change, for `npm run update` and `npm run rollback`. Prints one line of JSON.
 * Reads no other setting: a rollback must not depend on settings that the current release refuses.
 */
import { join } from 'node:path';

import { databaseUrlFault, isDatabaseUrl } from '#server/config/database-url.ts';
import { withDatabase } from '#server/db/client.ts';
import { fitRelease, type ReleaseFit } from '#server/db/migrate.ts';
import { databaseRefusal } from '#server/db/refusals.ts';

export type ReleaseSchema = ReleaseFit | { readonly refused: string };

const [next = '', before = ''] = process.argv.slice(2);
console.log(JSON.stringify(await judge()));

async function judge(): Promise<ReleaseSchema> {
  const url = process.env['DATABASE_URL'] ?? '';
  if (!isDatabaseUrl(url)) return { refused: `${databaseUrlFault('DATABASE_URL')}.` };
  const releases = { next: migrationsOf(next), before: migrationsOf(before) };
  try {
    return await withDatabase({ url, queryTimeoutMs: 5000 }, ({ db }) => fitRelease(db, releases));
  } catch (error) {
    const refusal = databaseRefusal(error);
    if (refusal !== null) return { refused: `${refusal.problem} ${refusal.remedy}` };
    const code = (error as { code?: unknown }).code;
    return {
      refused: `The schema cannot be compared (${typeof code === 'string' ? code : String(error)}). Is the database running?`,
    };
  }
}

function migrationsOf(folder: string): string {
  return join(folder, 'server/db/migrations');
}
