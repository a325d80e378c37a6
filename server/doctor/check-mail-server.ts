import type { Mailer } from '#server/providers/ports/mailer.ts';

import { faultOfCall, type Finding, ok } from './finding.ts';

/** Connects and logs in; sends no email. */
export async function checkMailServer(mailer: Pick<Mailer, 'check'>): Promise<Finding[]> {
  try {
    await mailer.check();
    return [ok('The mail server takes our credentials.')];
  } catch (error) {
    return [faultOfCall(error, { name: 'The mail server', keys: 'SMTP_URL', address: 'the address in SMTP_URL' })];
  }
}
