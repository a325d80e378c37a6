import type { ReleaseSchema } from '#server/doctor/release-schema.ts';

import { inProject } from '../lib/project.ts';
import { runWithDatabase } from '../lib/run-with-database.ts';

/** Whether the release in the folder `next` can use the live database, and whether `before` could after it. */
export type SchemaCheck = (next: string, before: string) => Promise<ReleaseSchema>;

/** Asks the database of this installation. @throws with a message for the operator if it cannot be started */
export function liveSchemaCheck(signal: AbortSignal): SchemaCheck {
  return async function (next, before) {
    const command = [inProject('server/doctor/release-schema.ts'), next, before];
    const { code, output } = await runWithDatabase(command, { signal });
    const line = output.trim().split('\n').at(-1) ?? '';
    if (code !== 0 || !line.startsWith('{')) return { refused: `The schema could not be compared: ${output.trim()}` };
    return JSON.parse(line) as ReleaseSchema;
  };
}
