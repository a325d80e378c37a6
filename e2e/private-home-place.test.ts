import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { refusal } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const focused = ({ page }: Visit) => page.evaluate<string>('document.activeElement.textContent');

test('the home place is shown, changed and removed, and a place that is unknown is refused at the field', async ({
  open,
}) => {
  await using visit = await open('/dashboard', { cookies: ['authenticated'], calls: accountCalls });
  const home = visit.page.getByRole('region', { name: 'Home Place', exact: true });
  await expect.poll(() => home.textContent()).toContain('Chicago, IL 60614');
  await home.getByRole('button', { name: 'Change Place' }).click();
  const field = home.getByLabel('ZIP code, or city and state');
  await expect.poll(() => home.locator('input:focus').count()).toBe(1);

  await home.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => home.textContent()).toContain('Enter a ZIP code, or a city and state');
  const message = 'We don’t know that place.';
  visit.site.answer({
    'POST /api/user/home-place': () => ({
      status: 400,
      json: { code: 'bad_request', message, fields: { place: message } },
    }),
  });
  await field.fill('99999');
  await home.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => home.textContent()).toContain(message);
  expect(await field.getAttribute('aria-invalid')).toBe('true');

  visit.site.answer({ 'POST /api/user/home-place': () => ({ json: { homePlace: 'Austin, TX' } }) });
  await field.fill('austin tx');
  await home.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => home.textContent()).toContain('Austin, TX');
  await expect.poll(() => focused(visit)).toBe('Change Place');
  expect(visit.site.received.findLast(({ call }) => call === 'POST /api/user/home-place')?.body).toBe(
    '{"place":"austin tx"}',
  );

  visit.site.answer({ 'DELETE /api/user/home-place': () => refusal('Our database is briefly unavailable.', 503) });
  await home.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => home.textContent()).toContain('Our database is briefly unavailable.');
  visit.site.answer({ 'DELETE /api/user/home-place': () => ({ json: { homePlace: null } }) });
  await home.getByRole('button', { name: 'Remove' }).click();
  await home.getByRole('button', { name: 'Set Home Place' }).waitFor();
  await expect.poll(() => focused(visit)).toBe('Set Home Place');
});
