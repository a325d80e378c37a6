import { expect } from 'vitest';

import { faultsOf } from './axe.ts';
import { enter, openTab, test } from './operator-page.ts';

test('the money tab shows revenue, cost and margin, and names who costs more than they pay', async ({
  browser,
  app,
}) => {
  const { pool } = app.product.deps;
  const userId = await app.subscriber(app.phone());
  await pool.query(`update users set name = 'Max Machine' where id = $1`, [userId]);
  await pool.query(
    `insert into account_months values ($1, date_trunc('month', now() at time zone 'UTC')::date, 9000000)`,
    [userId],
  );
  await using stay = await enter(browser, app);
  const { page, complaints } = stay;
  await openTab(page, 'Money');
  const panel = page.getByRole('tabpanel', { name: 'Money' });
  await expect.poll(() => panel.textContent()).toMatch(/Recurring revenue\$3\.00Per month, from 1 subscriber/);
  await panel.getByText('Margin per subscriber').waitFor();
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  const losing = page.getByRole('region', { name: 'Cost more than they pay' });
  await losing.getByText('$9.00').waitFor();
  await losing.getByRole('button', { name: 'Max Machine' }).click();
  await page.getByRole('heading', { name: 'Max Machine' }).waitFor();
  expect(complaints).toEqual([]);
});
