import { expect } from 'vitest';

import { accountCalls, user } from './account-calls.ts';
import { field, refusal, toast } from './form-page.ts';
import type { Calls } from './static-site.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const accepting: Calls = { 'POST /api/contact': () => ({ json: { message: 'Received.' } }) };
const file = (name: string, bytes = 10) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'a') });

async function fillIn(visit: Visit): Promise<void> {
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Message').fill('The engine has stopped again.');
}

const send = (visit: Visit) => visit.page.getByRole('button', { name: 'Send Message' }).click();
const sentBody = (visit: Visit) => visit.site.received.findLast(({ call }) => call === 'POST /api/contact')?.body ?? '';

test('an empty form shows every error next to its field; a complete one is sent and cleared', async ({ open }) => {
  await using visit = await open('/contact', { calls: accepting });
  await send(visit);
  await field(visit, 'Name').and(visit.page.locator('[aria-invalid="true"]')).waitFor();
  for (const [label, message] of [
    ['Name', 'Name must be at least 2 characters.'],
    ['Email', 'Please enter a valid email address.'],
    ['Message', 'Message must be at least 10 characters.'],
  ] as const) {
    const described = await field(visit, label).getAttribute('aria-describedby');
    expect(await visit.page.locator(`[id="${described}"]`).textContent()).toBe(message);
    expect(await field(visit, label).getAttribute('aria-invalid')).toBe('true');
  }
  await expect.poll(() => visit.page.evaluate('document.activeElement.name')).toBe('name');
  expect(visit.site.received.map(({ call }) => call)).not.toContain('POST /api/contact');

  await fillIn(visit);
  await visit.page.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect.poll(() => toast(visit).textContent()).toContain('Message Sent');
  await expect.poll(() => field(visit, 'Name').inputValue()).toBe('');
  expect(visit.site.received.filter(({ call }) => call === 'POST /api/contact')).toHaveLength(1);
  for (const part of ['name="name"\r\n\r\nAda Byron', 'name="subject"\r\n\r\nContact', 'has stopped again.']) {
    expect(sentBody(visit)).toContain(part);
  }
});

test('a message that was begun is still there after a look at the FAQ and Back, and is gone once it is sent', async ({
  open,
}) => {
  await using visit = await open('/contact', { calls: accepting });
  const lookAround = async () => {
    await visit.page.getByRole('main').getByRole('link', { name: 'troubleshooting FAQ' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
    await visit.page.goBack();
    await field(visit, 'Name').waitFor();
  };
  await fillIn(visit);
  await field(visit, 'Reason for contacting us').selectOption('Bug Found');
  await visit.page.locator('input[type=file]').setInputFiles([file('log.txt')]);
  await visit.page.getByRole('status').filter({ hasText: 'Attached files: log.txt' }).waitFor();
  await lookAround();
  expect(await field(visit, 'Name').inputValue()).toBe('Ada Byron');
  expect(await field(visit, 'Message').inputValue()).toBe('The engine has stopped again.');
  await visit.page.getByText('log.txt', { exact: true }).waitFor();
  expect(await visit.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
    'Ada',
  );

  await send(visit);
  await expect.poll(() => toast(visit).textContent()).toContain('Message Sent');
  expect(sentBody(visit)).toContain('filename="log.txt"');
  await lookAround();
  for (const label of ['Name', 'Email', 'Message']) expect(await field(visit, label).inputValue()).toBe('');
  expect(await field(visit, 'Reason for contacting us').inputValue()).toBe('Contact');
});

test('a message that was begun is gone after a logout, also after one from the contact page', async ({ open }) => {
  await using visit = await open('/contact', { cookies: ['authenticated'], calls: accountCalls });
  await fillIn(visit);
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await visit.page.getByRole('menuitem', { name: 'Logout' }).click();
  await visit.page.getByRole('link', { name: 'Log In' }).waitFor();
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await field(visit, 'Name').waitFor();
  expect(await field(visit, 'Name').inputValue()).toBe('');
  expect(await field(visit, 'Message').inputValue()).toBe('');
});

test('a subject that a link chose is not kept without a message', async ({ open }) => {
  await using visit = await open('/contact?subject=Join+International+Waitlist');
  await expect.poll(() => field(visit, 'Country').count()).toBe(1);
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await field(visit, 'Name').waitFor();
  expect(await field(visit, 'Reason for contacting us').inputValue()).toBe('Contact');
});

test('the waitlist, which a link can preselect, asks for a country and no message', async ({ open }) => {
  await using visit = await open('/contact?subject=Join+International+Waitlist', { calls: accepting });
  await expect.poll(() => field(visit, 'Country').count()).toBe(1);
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await send(visit);
  await visit.page.getByText('Country is required for international waitlist.').waitFor();
  expect(await field(visit, 'Country').locator('option').count()).toBeGreaterThan(185);
  await field(visit, 'Country').selectOption('Canada');
  await send(visit);
  const done = 'You’re on the list: Canada. We’ll email you when Askline comes there.';
  await expect.poll(() => toast(visit).textContent()).toContain(`Message Sent ${done}`);
  await visit.page.getByRole('main').getByText(done, { exact: true }).waitFor();

  await field(visit, 'Reason for contacting us').selectOption('Join International Waitlist');
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Country').selectOption('United States');
  await send(visit);
  await visit.page
    .getByRole('main')
    .getByText('Askline already works in the United States. You can sign up now.')
    .waitFor();
});

test('a country that another subject hides is not sent', async ({ open }) => {
  await using visit = await open('/contact?subject=Join+International+Waitlist', { calls: accepting });
  await field(visit, 'Country').selectOption('Canada');
  await field(visit, 'Reason for contacting us').selectOption('General Support');
  await fillIn(visit);
  await send(visit);
  await expect.poll(() => sentBody(visit)).toContain('The engine has stopped again.');
  expect(sentBody(visit)).not.toContain('Canada');
});

test('three subjects accept files; too many and too large ones are left out with a message', async ({ open }) => {
  await using visit = await open('/contact', { calls: accepting });
  const files = field(visit, 'Attachments (optional)');
  const shown: string[] = [];
  const subject = field(visit, 'Reason for contacting us');
  for (const name of await subject.locator('option').allTextContents()) {
    await subject.selectOption(name);
    if ((await files.count()) > 0) shown.push(name);
  }
  expect(shown.toSorted()).toEqual(['Bug Found', 'General Support', 'Payment Issue']);

  await subject.selectOption('Bug Found');
  await files.setInputFiles([file('big.log', 3_670_017), file('one.log')]);
  await expect.poll(() => toast(visit).textContent()).toContain('File too large big.log is larger than 3.5MB');
  await files.setInputFiles(['a', 'b', 'c', 'd'].map((name) => file(`${name}.txt`)));
  await expect.poll(() => toast(visit).textContent()).toContain('Too many files You can attach up to 4 files total');
  const attached = visit.page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await expect.poll(() => attached.count()).toBe(4);

  await visit.page.getByRole('button', { name: 'Remove b.txt' }).click();
  await expect.poll(() => attached.count()).toBe(3);
  await fillIn(visit);
  await send(visit);
  await expect.poll(() => toast(visit).textContent()).toContain('Message Sent');
  expect(sentBody(visit)).toContain('name="attachment"; filename="one.log"');
  expect(sentBody(visit)).not.toContain('b.txt');
});

test('at twice the text size, files with long names keep the page within small screens', async ({ open }) => {
  await using visit = await open('/contact?subject=Bug+Found', { viewport: { width: 390, height: 800 } });
  const long = 'a-photo-of-the-screen-of-my-phone-with-a-rather-long-name-2026-11-25.jpg';
  await visit.page.locator('input[type=file]').setInputFiles([file(long)]);
  await visit.page.getByText(long).first().waitFor();
  await visit.page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  for (const width of [768, 390, 320]) {
    await visit.page.setViewportSize({ width, height: 800 });
    const over = await visit.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([width, over]).toEqual([width, 0]);
  }
});

test('removing a file keeps the focus in the list', async ({ open }) => {
  await using visit = await open('/contact?subject=Bug+Found');
  await field(visit, 'Attachments (optional)').setInputFiles([file('a.txt'), file('b.txt')]);
  const focused = () => visit.page.evaluate('document.activeElement.textContent.trim()');
  for (const [name, next] of [
    ['a.txt', 'Remove b.txt'],
    ['b.txt', 'Send Message'],
  ] as const) {
    await visit.page.getByRole('button', { name: `Remove ${name}` }).press('Enter');
    await visit.page.getByText(name).waitFor({ state: 'detached' });
    await visit.page.keyboard.press('Tab');
    await expect.poll(focused).toBe(next);
  }
});

test('a refusal is shown and keeps the input; a 401 ends the session', async ({ open }) => {
  await using visit = await open('/contact', {
    cookies: ['authenticated'],
    calls: { 'GET /api/user': () => ({ json: user }) },
  });
  await fillIn(visit);
  for (const [reply, words] of [
    [refusal('Please write in fewer words.', 422), 'Please write in fewer words.'],
    [{ status: 500, json: null }, 'Failed to send message'],
  ] as const) {
    visit.site.answer({ 'POST /api/contact': () => reply });
    await send(visit);
    await expect.poll(() => toast(visit).textContent()).toContain(words);
  }
  expect(await field(visit, 'Message').inputValue()).toBe('The engine has stopped again.');

  visit.site.answer({ 'POST /api/contact': () => refusal('Authentication required', 401) });
  await send(visit);
  await visit.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  expect(await visit.page.evaluate('document.cookie')).toBe('');
});

test('a toast disappears after five seconds, but stays while it has the focus, which F8 gives it', async ({ open }) => {
  await using visit = await open('/contact', { calls: accepting });
  await stopClock(visit.page);
  await fillIn(visit);
  await send(visit);
  await toast(visit).waitFor();
  await visit.page.clock.runFor(3500);
  expect(await toast(visit).count()).toBe(1);
  await visit.page.clock.runFor(1500);
  await expect.poll(() => toast(visit).count()).toBe(0);

  await fillIn(visit);
  await send(visit);
  await toast(visit).waitFor();
  // No person is faster, and React needs a moment to listen for the focus after it has rendered the toast.
  await visit.page.clock.runFor(500);
  await visit.page.keyboard.press('F8');
  await expect.poll(() => visit.page.evaluate(`document.activeElement.closest('[role=region]') !== null`)).toBe(true);
  await visit.page.clock.runFor(9000);
  expect(await toast(visit).count()).toBe(1);
  await visit.page.keyboard.press('Escape');
  await expect.poll(() => toast(visit).count()).toBe(0);
});
