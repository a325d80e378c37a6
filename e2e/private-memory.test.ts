import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { refusal } from './form-page.ts';
import { test } from './test.ts';

test('follow-ups are turned off and on, and a refusal is shown', async ({ open }) => {
  await using visit = await open('/dashboard', { cookies: ['authenticated'], calls: accountCalls });
  const account = visit.page.getByRole('region', { name: 'Account Management', exact: true });
  const off = account.getByRole('button', { name: 'Turn Off Follow-Ups' });
  await off.waitFor();
  expect(await account.textContent()).toContain('for 10 minutes');

  visit.site.answer({ 'POST /api/user/memory': () => refusal('Our database is briefly unavailable.', 503) });
  await off.click();
  await expect.poll(() => account.textContent()).toContain('Our database is briefly unavailable.');

  visit.site.answer({ 'POST /api/user/memory': () => ({ json: { isOn: false } }) });
  await off.click();
  await account.getByRole('button', { name: 'Turn On Follow-Ups' }).waitFor();
  expect(visit.site.received.findLast(({ call }) => call === 'POST /api/user/memory')?.body).toBe('{"isOn":false}');
});
