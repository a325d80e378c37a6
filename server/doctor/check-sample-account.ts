import { hasAccountOf } from '#server/app/sample-account.repo.ts';
import { sampleCustomer } from '#server/config/payments.ts';

import { fault, type Finding } from './finding.ts';
import { readDatabase } from './read-database.ts';

/**
 * Checks that a database for real people was not used with the sandbox, where accounts have plans that no one pays for.
 * Silent where `readDatabase` is.
 */
export async function checkSampleAccount(databaseUrl: string): Promise<Finding[]> {
  return readDatabase({ url: databaseUrl, queryTimeoutMs: 5000 }, async ({ db }) => {
    if (!(await hasAccountOf(db, sampleCustomer))) return [];
    return [
      fault(
        'The database is that of a try with the sandbox: it has the sample account, whose plan no one pays.',
        'Go live with an empty one: stop Askline, name another DATA_DIR (or DATABASE_URL), and start again.',
      ),
    ];
  });
}
