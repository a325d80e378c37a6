import type { Db } from '#server/db/client.ts';
import { maskNumber } from '#server/observability/log.ts';

import { recordAudit } from '../audit.repo.ts';
import { csvHeader, csvLine } from './customers-csv.ts';
import { type Audience, readCustomers } from './customers.repo.ts';

/**
 * Lists customers as CSV, a page at a time, so that a million fit. The audit has it before the first line (`begun`), and
 * again after the last (`done`).
 */
export async function* listCustomers(db: Db, audience: Audience): AsyncGenerator<string> {
  await record(db, audience, 'begun');
  yield csvHeader;
  let after: string | null = null;
  for (;;) {
    const page = await readCustomers(db, audience, after);
    if (page === null) break;
    if (page.customers.length > 0) yield page.customers.map(csvLine).join('');
    after = page.last;
  }
  await record(db, audience, 'done');
}

function record(db: Db, { serviceNumber, isPaying }: Audience, outcome: 'begun' | 'done'): Promise<void> {
  const of = [isPaying ? 'paying' : null, serviceNumber === null ? null : maskNumber(serviceNumber)].filter(Boolean);
  const subject = of.length === 0 ? null : of.join(' ');
  return recordAudit(db, { action: 'list_customers', actor: 'command', address: null, subject, outcome });
}
