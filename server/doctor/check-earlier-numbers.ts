import { counted } from '#contract/counted.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { accountsOfOtherNumbers } from '#server/texting/service-numbers.repo.ts';

import { advice, type Finding } from './finding.ts';
import { readDatabase } from './read-database.ts';

/**
 * Finds accounts that still have a service number removed from the settings. Only advice, because their texts are
 * answered as long as the carrier delivers them. Silent where `readDatabase` is.
 */
export async function checkEarlierNumbers(databaseUrl: string, serviceNumbers: readonly string[]): Promise<Finding[]> {
  return readDatabase({ url: databaseUrl, queryTimeoutMs: 5000 }, async ({ pool }) => {
    const others = await accountsOfOtherNumbers(pool, serviceNumbers);
    return others.map(({ number, accounts }) =>
      advice(
        `${counted(accounts, 'account texts', 'accounts text')} ${formatUsPhone(number)}, which is not in SERVICE_PHONE_NUMBERS.`,
        'Keep it at Twilio, where it was, until they know another (docs/operating.md, "Replace a service number").',
      ),
    );
  });
}
