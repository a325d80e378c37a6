import { expect } from 'vitest';

import { field, toast } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

/** Whether the focused element is visible below the header; for a multi-line field, its first line. */
const isInView = ({ page }: Visit) =>
  page.evaluate(`{
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    const header = document.querySelector('header').getBoundingClientRect().bottom;
    top >= header && Math.min(bottom, top + 44) <= innerHeight;
  }`);

test.for([
  ['/signup', 'Name', { width: 1280, height: 720 }],
  ['/signup', 'Name', { width: 390, height: 640 }],
  ['/contact', 'Name', { width: 480, height: 600 }],
] as const)(
  'on %s the focused element stays visible while fields are left empty, one by one',
  async ([path, first, viewport], { open }) => {
    await using it = await open(path, { viewport });
    await field(it, first).focus();
    const controls = await it.page.locator('main form').locator('input, select, textarea, button').count();
    for (let n = 1; n < controls; n += 1) {
      const faults = await it.page.locator('main form [aria-invalid=true]').count();
      const before = await it.page.evaluate('document.activeElement.name ?? ""');
      await it.page.keyboard.press('Tab');
      const isChecked = ['name', 'email', 'message'].includes(String(before));
      // The message of the previous field moves the following ones down.
      if (isChecked) await expect.poll(() => it.page.locator('main form [aria-invalid=true]').count()).toBe(faults + 1);
      const focused = await it.page.evaluate('document.activeElement.name || document.activeElement.textContent');
      await expect.poll(() => isInView(it), { message: `${path}: ${String(focused)}` }).toBe(true);
    }
  },
);

test('leaving empty fields lists nothing before the first submit', async ({ open }) => {
  await using it = await open('/signup');
  const faults = it.page.locator('main form [aria-invalid=true]');
  for (const name of ['Name', 'Email', 'Password', 'Confirm password', 'Phone number']) {
    await field(it, name).focus();
  }
  await expect.poll(() => faults.count()).toBe(4);
  expect(await it.page.getByRole('alert').count()).toBe(0);
  await it.page.getByRole('button', { name: 'Create Account' }).click();
  await it.page.getByRole('alert').getByText('Please fix these fields').waitFor();
});

test('on a phone the toast of a failed sign-up covers neither the field to correct nor its label', async ({ open }) => {
  await using it = await open('/signup', { viewport: { width: 390, height: 640 } });
  await field(it, 'Name').fill('Ada Byron');
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Password').fill('secret123');
  await field(it, 'Confirm password').fill('Secret124!');
  await field(it, 'Phone number').fill('(212) 555-0142');
  for (const box of await it.page.getByRole('checkbox').all()) await box.check();
  await it.page.getByRole('button', { name: 'Create Account' }).click();
  await toast(it).getByText("Passwords don't match").waitFor();
  const free = async () => {
    const [label, covering] = await Promise.all([
      it.page.getByText('Password', { exact: true }).boundingBox(),
      toast(it).boundingBox(),
    ]);
    return label && covering ? label.y - covering.y - covering.height : -1;
  };
  await expect.poll(() => it.page.evaluate('document.activeElement.name')).toBe('password');
  await expect.poll(free).toBeGreaterThanOrEqual(0);
});
