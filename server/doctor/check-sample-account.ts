import { hasAccountOf } from '#server/app/sample-account.repo.ts';
import { sampleCustomer } from '#server/config/payments.ts';
import { openDatabase } from '#server/db/client.ts';

import { fault, type Finding } from './finding.ts';

/**
 * Whether a database that is to serve real people comes from a try with the sandbox: its accounts have plans that no one
 * pays. Silent where the database cannot be used: that has a finding of its own.
 */
export async function checkSampleAccount(databaseUrl: string): Promise<Finding[]> {
  const limits = { connectionsMax: 1, connectTimeoutMs: 5000, queryTimeoutMs: 5000 };
  const { db, close } = openDatabase({ url: databaseUrl, ...limits });
  try {
    if (!(await hasAccountOf(db, sampleCustomer))) return [];
    return [
      fault(
        'The database is that of a try with the sandbox: it has the sample account, whose plan no one pays.',
        'Go live with an empty one: stop Askline, name another DATA_DIR (or DATABASE_URL), and start again.',
      ),
    ];
  } catch {
    return [];
  } finally {
    await close();
  }
}
