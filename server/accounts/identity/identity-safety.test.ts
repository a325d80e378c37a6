import { expect } from 'vitest';

import { identitiesOf, login, mailedCode, test, untilPhoneIs } from '#server/testing/identity-stages.ts';
import { until } from '#server/testing/until.ts';
import { type Answer, type Visitor, visitor } from '#server/testing/visitor.ts';

type App = Parameters<typeof mailedCode>[0];

/** Requests a code for a new password and enters it. */
async function reset(it: App, browser: Visitor, email: string, newPassword: string): Promise<Answer> {
  await browser.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(it, email);
  return browser.call('POST', '/api/reset-password', { email, verificationCode, newPassword });
}

test.for(['during', 'post'] as const)(
  'stage %s: a phone that the first proof of the mailbox removed does not come back from the identity service',
  async (stage, { stages }) => {
    const it = stages[stage];
    const attacker = visitor(it);
    const { email, phoneNumber } = await attacker.join();
    await untilPhoneIs(it, email, phoneNumber);
    const victim = visitor(it);
    expect((await reset(it, victim, email, 'Another-Secret-9!')).body.message).toContain('your phone was removed');
    expect(await login(victim, email, 'Another-Secret-9!')).toEqual([200, email]);
    const synced = await victim.call('POST', '/api/phone/sync-from-cognito');
    expect(synced.body).toEqual({ message: 'There was nothing to copy.', phoneNumbers: [] });
    await until('the phone to be removed from the user pool', async () => {
      const [identity] = await identitiesOf(it, email);
      return identity !== undefined && !('phone_number' in identity);
    });
  },
);
