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
    await using visit = await open(path, { viewport });
    await field(visit, first).focus();
    const controls = await visit.page.locator('main form').locator('input, select, textarea, button').count();
    for (let n = 1; n < controls; n += 1) {
      const faults = await visit.page.locator('main form [aria-invalid=true]').count();
      const before = await visit.page.evaluate('document.activeElement.name ?? ""');
      await visit.page.keyboard.press('Tab');
      const isChecked = ['name', 'email', 'message'].includes(String(before));
      // The message of the previous field moves the following ones down.
      if (isChecked)
        await expect.poll(() => visit.page.locator('main form [aria-invalid=true]').count()).toBe(faults + 1);
      const focused = await visit.page.evaluate('document.activeElement.name || document.activeElement.textContent');
      await expect.poll(() => isInView(visit), { message: `${path}: ${String(focused)}` }).toBe(true);
    }
  },
);

test('leaving empty fields lists nothing before the first submit', async ({ open }) => {
  await using visit = await open('/signup');
  const faults = visit.page.locator('main form [aria-invalid=true]');
  for (const name of ['Name', 'Email', 'Password', 'Confirm password', 'Phone number']) {
    await field(visit, name).focus();
  }
  await expect.poll(() => faults.count()).toBe(4);
  expect(await visit.page.getByRole('alert').count()).toBe(0);
  await visit.page.getByRole('button', { name: 'Create Account' }).click();
  await visit.page.getByRole('alert').getByText('Please fix these fields').waitFor();
});

test('the error of a field that has the focus already is read on submit, and only then', async ({ open }) => {
  await using visit = await open('/login');
  await visit.page.evaluate(`{
    window.said = [];
    Element.prototype.ariaNotify = function (words, { priority }) { said.push([this.name, words, priority]); };
  }`);
  const said = () => visit.page.evaluate('said');
  const submit = () => field(visit, 'Email').press('Enter');
  await field(visit, 'Email').fill('ada');
  await field(visit, 'Password').focus();
  await visit.page.locator('main form [aria-invalid=true]').waitFor();
  // The focus moves: the field is read anyway.
  await field(visit, 'Password').press('Enter');
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('email');
  expect(await said()).toEqual([]);
  for (const count of [1, 2]) {
    await submit();
    await expect.poll(said).toHaveLength(count);
  }
  expect(await said()).toContainEqual(['email', expect.stringMatching(/email/i), 'high']);
});

test('of a field with hints, its error is read, not the hints', async ({ open }) => {
  await using visit = await open('/signup');
  await visit.page.evaluate(`{
    window.said = [];
    Element.prototype.ariaNotify = function (words) { said.push([this.name, words]); };
  }`);
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('short');
  await field(visit, 'Password').press('Enter');
  const error = visit.page.locator('[id$="-error"]').filter({ hasText: 'Password' }).first();
  const words = await error.textContent();
  await expect.poll(() => visit.page.evaluate('said')).toEqual([['password', words]]);
});

test('on a phone the toast of a failed sign-up covers neither the field to correct nor its label', async ({ open }) => {
  await using visit = await open('/signup', { viewport: { width: 390, height: 640 } });
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('secret123');
  await field(visit, 'Confirm password').fill('Secret124!');
  await field(visit, 'Phone number').fill('(212) 555-0142');
  for (const box of await visit.page.getByRole('checkbox').all()) await box.check();
  await visit.page.getByRole('button', { name: 'Create Account' }).click();
  await toast(visit).getByText("Passwords don't match").waitFor();
  const free = async () => {
    const [label, covering] = await Promise.all([
      visit.page.getByText('Password', { exact: true }).boundingBox(),
      toast(visit).boundingBox(),
    ]);
    return label && covering ? label.y - covering.y - covering.height : -1;
  };
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('password');
  await expect.poll(free).toBeGreaterThanOrEqual(0);
});

test('a browser without `:has()`, as Firefox 115, draws an outline around each field that has the focus', async ({
  open,
}) => {
  await using visit = await open('/signup');
  // The rules of `@supports` stay out as well: their condition is what such a browser does not know.
  await visit.page.evaluate(`(() => {
    const prune = (rules) => {
      for (let at = rules.cssRules.length - 1; at >= 0; at -= 1) {
        const rule = rules.cssRules[at];
        const condition = rule.selectorText ?? rule.conditionText ?? '';
        if (condition.includes(':has(')) rules.deleteRule(at);
        else if (rule.cssRules?.length > 0) prune(rule);
      }
    };
    for (const sheet of document.styleSheets) prune(sheet);
  })()`);
  for (const label of ['Email', 'Phone number', 'Password']) {
    await field(visit, label).focus();
    const style = 'getComputedStyle(document.activeElement).outlineStyle';
    expect.soft(await visit.page.evaluate(style), label).toBe('solid');
  }
});
