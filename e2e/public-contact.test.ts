import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import { field, toast } from './form-page.ts';
import type { Calls } from './static-site.ts';
import { visit, type Visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const accepting: Calls = { 'POST /api/contact': () => ({ json: { message: 'Received.' } }) };
const file = (name: string, bytes = 10) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'a') });

async function fillIn(it: Visit): Promise<void> {
  await field(it, 'Name').fill('Ada Byron');
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Message').fill('The engine has stopped again.');
}

test('an empty form shows every fault beside its field, and the first one has the focus', async () => {
  await using it = await visit(browser, '/contact', { calls: accepting });
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  for (const [label, message] of [
    ['Name', 'Name must be at least 2 characters.'],
    ['Email', 'Please enter a valid email address.'],
    ['Message', 'Message must be at least 10 characters.'],
  ] as const) {
    const described = await field(it, label).getAttribute('aria-describedby');
    expect(await it.page.locator(`[id="${described}"]`).textContent()).toBe(message);
    expect(await field(it, label).getAttribute('aria-invalid')).toBe('true');
  }
  expect(await it.page.evaluate('document.activeElement.name')).toBe('name');
  expect(it.site.received.map(({ call }) => call)).not.toContain('POST /api/contact');
});

test('a message goes out with its fields, and the form is empty again', async () => {
  await using it = await visit(browser, '/contact', { calls: accepting });
  await fillIn(it);
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Message Sent');
  expect(await field(it, 'Name').inputValue()).toBe('');
  const sent = it.site.received.find(({ call }) => call === 'POST /api/contact')?.body ?? '';
  for (const part of [
    'name="name"\r\n\r\nAda Byron',
    'name="subject"\r\n\r\nContact',
    'The engine has stopped again.',
  ]) {
    expect(sent).toContain(part);
  }
});

test('the waitlist asks for a country, and for no message', async () => {
  await using it = await visit(browser, '/contact', { calls: accepting });
  expect(await field(it, 'Country').count()).toBe(0);
  await field(it, 'Reason for contacting us').selectOption('Join International Waitlist');
  await field(it, 'Name').fill('Ada Byron');
  await field(it, 'Email').fill('ada@example.com');
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await it.page.getByText('Country is required for international waitlist.').waitFor();
  expect(await field(it, 'Country').locator('option').count()).toBeGreaterThan(185);
  await field(it, 'Country').selectOption('United States');
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Message Sent');
});

test('a link may choose the waitlist', async () => {
  await using it = await visit(browser, '/contact?subject=Join+International+Waitlist');
  await expect.poll(() => field(it, 'Country').count()).toBe(1);
});

test.each(['Bug Found', 'Payment Issue', 'General Support'])('%s takes files, and sends them', async (subject) => {
  await using it = await visit(browser, '/contact', { calls: accepting });
  await fillIn(it);
  expect(await field(it, 'Attachments (optional)').count()).toBe(0);
  await field(it, 'Reason for contacting us').selectOption(subject);
  await field(it, 'Attachments (optional)').setInputFiles([file('one.log'), file('two.txt')]);
  await it.page.getByRole('button', { name: 'Remove two.txt' }).click();
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Message Sent');
  const sent = it.site.received.find(({ call }) => call === 'POST /api/contact')?.body ?? '';
  expect(sent).toContain('name="attachment"; filename="one.log"');
  expect(sent).not.toContain('two.txt');
});

test.each(['Contact', 'Recommend Feature'])('%s takes no files', async (subject) => {
  await using it = await visit(browser, '/contact');
  await field(it, 'Reason for contacting us').selectOption(subject);
  expect(await field(it, 'Attachments (optional)').count()).toBe(0);
});

test('too many and too large files are left out, and said so', async () => {
  await using it = await visit(browser, '/contact');
  await field(it, 'Reason for contacting us').selectOption('Bug Found');
  await field(it, 'Attachments (optional)').setInputFiles([file('big.log', 3_670_017), file('ok.log')]);
  await expect.poll(() => toast(it).textContent()).toContain('File too large');
  expect(await toast(it).textContent()).toContain('big.log is larger than 3.5MB');
  await field(it, 'Attachments (optional)').setInputFiles(['a', 'b', 'c', 'd'].map((name) => file(`${name}.txt`)));
  await expect.poll(() => toast(it).textContent()).toContain('Too many files');
  expect(await toast(it).textContent()).toContain('You can attach up to 4 files total');
  expect(await it.page.getByRole('list', { name: 'Attached files' }).getByRole('listitem').count()).toBe(4);
});

test.each([
  [
    { status: 422, json: { code: 'bad_request', message: 'Please write in fewer words.' } },
    'Please write in fewer words.',
  ],
  [{ status: 500, json: null }, 'Failed to send message'],
] as const)('a refusal %# is shown and nothing that was typed is lost', async (reply, words) => {
  await using it = await visit(browser, '/contact', { calls: { 'POST /api/contact': () => reply } });
  await fillIn(it);
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await expect.poll(() => toast(it).textContent()).toContain(words);
  expect(await field(it, 'Message').inputValue()).toBe('The engine has stopped again.');
});

test('a refusal with 401 in it ends the session and leads to the login', async () => {
  await using it = await visit(browser, '/contact', {
    cookies: ['authenticated'],
    calls: {
      'GET /api/user': () => ({ json: { id: 'u1', name: 'Ada', email: 'ada@example.com', phoneNumber: '' } }),
      'POST /api/contact': () => ({
        status: 401,
        json: { code: 'unauthenticated', message: 'Authentication required' },
      }),
    },
  });
  await fillIn(it);
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  expect(await it.page.evaluate('document.cookie')).toBe('');
});

test('two clicks send one message', async () => {
  await using it = await visit(browser, '/contact', {
    calls: { 'POST /api/contact': () => ({ json: { message: 'Received.' }, delayMs: 300 }) },
  });
  await fillIn(it);
  await it.page.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect.poll(() => toast(it).textContent()).toContain('Message Sent');
  expect(it.site.received.filter(({ call }) => call === 'POST /api/contact')).toHaveLength(1);
});

test('a toast goes by itself after five seconds', async () => {
  await using it = await visit(browser, '/contact', { calls: accepting });
  await it.page.clock.install();
  await fillIn(it);
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await toast(it).waitFor();
  await it.page.clock.runFor(3500);
  expect(await toast(it).count()).toBe(1);
  await it.page.clock.runFor(1500);
  await expect.poll(() => toast(it).count()).toBe(0);
});

test('a toast waits while it has the focus, which F8 gives it, and goes with Escape', async () => {
  await using it = await visit(browser, '/contact', { calls: accepting });
  await it.page.clock.install();
  await fillIn(it);
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await toast(it).waitFor();
  await it.page.clock.runFor(3500);
  expect(await toast(it).count()).toBe(1);
  await it.page.keyboard.press('F8');
  await it.page.clock.runFor(9000);
  expect(await toast(it).count()).toBe(1);
  await it.page.keyboard.press('Escape');
  await expect.poll(() => toast(it).count()).toBe(0);
});
