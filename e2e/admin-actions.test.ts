import { expect } from 'vitest';

import type { MonitoringReply } from '#contract/admin.ts';

import { faultsOf } from './axe.ts';
import { enter, failOnce, openTab, test, toasted } from './operator-page.ts';
import { stopClock } from './stopped-clock.ts';

test('switches change settings on the server; a failed one shows an error and changes nothing', async ({
  browser,
  app,
}) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  const { featureFlags } = app.product.deps;
  await openTab(page, 'Settings');
  const logging = page.getByRole('switch', { name: 'Logging' });
  expect(await logging.getAttribute('aria-checked')).toBe('true');
  await failOnce(page, '/api/admin/monitoring/toggle');
  await logging.click();
  await toasted(page, 'Toggle Error Something went wrong.');
  expect([await logging.getAttribute('aria-checked'), featureFlags.isOn('logging')]).toEqual(['true', true]);
  await logging.press('Space');
  await expect.poll(() => logging.getAttribute('aria-checked')).toBe('false');
  expect(featureFlags.isOn('logging')).toBe(false);
  // The operator's name is next to it.
  await page.getByText('logging off', { exact: true }).waitFor();
  await logging.click();
  await expect.poll(() => logging.getAttribute('aria-checked')).toBe('true');

  // The figures stay on the screen if newer ones cannot be loaded.
  await openTab(page, 'Search Stats');
  await failOnce(page, '/api/admin/monitoring?*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await toasted(page, 'Data Fetch Error Could not load monitoring data');
  await page.getByText('Couldn’t refresh.').waitFor();
  expect(await page.getByText('Total queries').isVisible()).toBe(true);
});

test('figures that could not be read are not shown as zeros, and old ones show their date', async ({
  browser,
  app,
}) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  let lastUpdated: string | null = null;
  await page.route('**/api/admin/monitoring?*', async (route) => {
    const response = await route.fetch();
    const monitoring = (await response.json()) as MonitoringReply;
    const json = { ...monitoring, paymentEvents: [], searchStats: { ...monitoring.searchStats, lastUpdated } };
    await route.fulfill({ response, json });
  });
  const refresh = async () => {
    const isRead = page.waitForResponse('**/api/admin/monitoring?*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await isRead;
  };
  const facts = { 'Search Stats': 'Total users', 'User Migration': 'Pending users', Payments: 'No payments yet.' };
  await refresh();
  for (const [name, fact] of Object.entries(facts)) {
    await openTab(page, name);
    const tab = page.getByRole('tabpanel', { name });
    await tab.getByText('We couldn’t read these figures').waitFor();
    expect(await tab.getByText(fact).count()).toBe(0);
  }
  lastUpdated = '2026-11-20T21:13:40.000Z';
  await refresh();
  for (const [name, fact] of Object.entries(facts)) {
    await openTab(page, name);
    const tab = page.getByRole('tabpanel', { name });
    await tab.getByText(/These figures are from Nov 20, 2026, .*:40/).waitFor();
    await tab.getByText(fact).waitFor();
  }
  await page.unrouteAll({ behavior: 'wait' });
  await refresh();
  await page.getByText('These figures are from').waitFor({ state: 'detached' });
});

test('figures refresh at the chosen interval, and on Refresh', async ({ browser, app }) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  let readings = 0;
  await page.route('**/api/admin/monitoring?*', (route) => {
    readings += 1;
    return route.continue();
  });
  const pace = page.getByLabel('Auto-refresh');
  expect(await pace.locator('option').allTextContents()).toEqual(['Manual', '5s', '10s', '30s', '1 minute']);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  // Until the first figures are there it does nothing.
  await expect.poll(() => refresh.getAttribute('aria-busy')).toBeNull();
  await refresh.click();
  await expect.poll(() => readings).toBe(1);
  await stopClock(page);
  for (const [name, ms] of [
    ['5s', 5000],
    ['1 minute', 60_000],
  ] as const) {
    const before = readings;
    await pace.selectOption(name);
    // The page applies the new interval shortly after the choice.
    let waitedMs = 0;
    await expect
      .poll(async () => {
        await page.clock.runFor(ms / 5);
        waitedMs += ms / 5;
        return readings;
      })
      .toBeGreaterThan(before);
    expect(waitedMs).toBeGreaterThanOrEqual(ms);
  }
  await pace.selectOption('Manual');
  // What arrives is shown by a timer of the page.
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return refresh.getAttribute('aria-busy');
    })
    .toBeNull();
  const before = readings;
  await page.clock.runFor(120_000);
  expect(readings).toBe(before);

  // Nor does opening a tab read again what all of them show.
  for (const name of ['System', 'Database']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('tabpanel', { name, exact: true }).getByRole('heading').first().waitFor();
  }
  await page.clock.runFor(1000);
  expect(readings).toBe(before);
});

test('batches of one and ten, groups and the queue act, report, and are disabled without work to do', async ({
  browser,
  app,
}) => {
  for (let n = 0; n < 4; n += 1) await app.subscriber(app.phone());
  await using stay = await enter(browser, app);
  const { page } = stay;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openTab(page, 'User Migration');
  await failOnce(page, '/api/admin/cognito/setup-groups');
  await button('Setup Groups').click();
  await toasted(page, 'Setup Error Something went wrong.');
  await button('Setup Groups').click();
  await toasted(page, 'Groups Set Up');
  await expect.poll(() => button('Setup Groups').isDisabled()).toBe(true);
  await page.route('**/api/admin/cognito/migrate-users', (route) => route.abort(), { times: 1 });
  await button('Migrate 1 User').click();
  await toasted(page, 'Migration Error Could not migrate users to the identity service');
  await button('Migrate 1 User').click();
  await toasted(page, 'Migration Batch Processed 1 migrated, 0 failed.');
  // Longer than the maximum of a user name at the service: one fails.
  const odd = `${'long'.repeat(40)}@askline.example`;
  const { pool } = app.product.deps;
  const { rowCount } = await pool.query(
    `update users set email = $1 where id = (select id from users where external_identity_id is null limit 1)`,
    [odd],
  );
  expect(rowCount).toBe(1);
  await button('Migrate 10 Users').click();
  await toasted(page, 'Migration Batch Processed 2 migrated, 1 failed.');
  await pool.query('delete from users where email = $1', [odd]);
  await button('Refresh').click();
  await expect.poll(() => button('Migrate 10 Users').isDisabled()).toBe(true);
  expect(await button('Migrate 1 User').isDisabled()).toBe(true);
  await page.getByText('100%', { exact: true }).waitFor();

  await openTab(page, 'Database');
  expect(await button('Force Sync').isDisabled()).toBe(true);
  const monitoring = `${app.url}/api/admin/monitoring?token=${app.product.deps.config.secrets.adminToken}`;
  const figures = (await (await fetch(monitoring)).json()) as { dbFallback: object };
  const waiting = { queueSize: 2, operationsByType: { text_received: 2 }, operationsByTable: { inbound_texts: 2 } };
  const json = { ...figures, dbFallback: { ...figures.dbFallback, ...waiting, deadLetters: 1 } };
  await page.route('**/api/admin/monitoring?*', (route) => route.fulfill({ json }));
  await button('Refresh').click();
  await page.getByRole('table', { name: 'Waiting operations by type' }).waitFor();
  await page.getByText('A text or a STOP may be missing').waitFor();
  await failOnce(page, '/api/admin/db-fallback/sync');
  await button('Force Sync').click();
  await toasted(page, 'Sync Error Something went wrong.');
  await button('Force Sync').click();
  await toasted(page, 'Sync Initiated');
});

test('an operator finds a person and a text, and opts a number out after a confirmation', async ({ browser, app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  const sid = await app.text(phone, 'HELP');
  await app.finalReplies(phone, 1);
  await using stay = await enter(browser, app);
  const { page } = stay;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill('nobody@askline.example');
  await press('Find Customer');
  await page.getByText('No account matches.').waitFor();
  await page.getByLabel('Email address or phone number').fill(phone);
  await press('Find Customer');
  await page.getByRole('heading', { name: 'Sam Example' }).waitFor();
  await press('Follow Text');
  await page.getByText('Please enter a text ID.').waitFor();
  await page.getByLabel('Text ID').fill(`SM${'0'.repeat(32)}`);
  await press('Follow Text');
  await expect.poll(() => page.getByLabel('Text ID').getAttribute('aria-invalid')).toBe('true');
  // The list leads to the text as well.
  await page.getByRole('button', { name: /\d{1,2}:\d{2}:\d{2}/ }).click();
  await page.getByText('Closed', { exact: true }).waitFor();
  expect(await page.getByText(sid, { exact: true }).count()).toBe(1);
  // In turn: the first view disappears without affecting the page.
  await page.getByRole('button', { name: /\d{1,2}:\d{2}:\d{2}/ }).click();
  await page.getByText('Closed', { exact: true }).waitFor();

  const number = page.getByLabel('Phone number', { exact: true });
  const dialog = page.getByRole('alertdialog', { name: 'Opt this number out?' });
  await number.fill('four');
  await press('Opt Out');
  await dialog.getByRole('button', { name: 'Opt Out' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await number.fill(phone);
  await press('Opt Out');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press('Opt Out');
  await dialog.getByRole('button', { name: 'Opt Out' }).click();
  await toasted(page, 'Number Opted Out');
  await dialog.waitFor({ state: 'detached' });
  await press('Find Customer');
  await page.getByText('Opted out', { exact: true }).waitFor();
  await openTab(page, 'Settings');
  await page
    .getByText(`Ends in ${phone.slice(-2)}`)
    .first()
    .waitFor();
});

test('an operator looks up a number without an account, follows its text, and opens the account of another', async ({
  browser,
  app,
}) => {
  const [stranger, held] = [app.phone(), app.phone()];
  await app.subscriber(held);
  const sid = await app.text(stranger, 'What is this?');
  await app.finalReplies(stranger, 1);
  await app.text(stranger, 'STOP');
  await app.untilTextsDone();
  await using stay = await enter(browser, app);
  const { page, complaints } = stay;
  await openTab(page, 'Look Up');
  const card = page.getByRole('region', { name: 'Look up a number' });
  const find = async (number: string) => {
    await card.getByLabel('Number of someone without an account').fill(number);
    await card.getByRole('button', { name: 'Find Number' }).click();
  };
  await find('');
  await card.getByText('Please enter a phone number.').waitFor();
  await find(stranger);
  await card.getByText(/^Since .+, by text$/).waitFor();
  await card.getByText(/^Since .+, promo sent$/).waitFor();
  const line = card.getByRole('listitem').filter({ hasText: 'Question, replied: promo' });
  expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await line.getByRole('button').click();
  await page.getByText(sid, { exact: true }).waitFor();
  expect(await card.textContent()).not.toContain(stranger.slice(2));

  await find(held);
  await card.getByRole('button', { name: 'Open the customer' }).click();
  await page.getByRole('heading', { name: 'Sam Example' }).waitFor();
  expect(complaints).toEqual([]);
});

test('an operator forgets a number that has no account, after a confirmation', async ({ browser, app }) => {
  const phone = app.phone();
  await app.text(phone, 'What is this?');
  await app.untilTextsDone();
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  const dialog = page.getByRole('alertdialog', { name: 'Forget this number?' });
  const number = page.getByLabel('Phone number without an account');
  await number.fill(phone);
  await page.getByRole('button', { name: 'Forget Number' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Forget Number' }).click();
  await toasted(page, 'Number Forgotten');
  await dialog.waitFor({ state: 'detached' });
  const { pool } = app.product.deps;
  await expect
    .poll(async () => (await pool.query('select 1 from unsubscribed_senders where phone_number = $1', [phone])).rows)
    .toEqual([]);
});
