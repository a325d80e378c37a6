import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { startGatedApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

test('the operator is warned before the journal is full, and alerted when it is', async () => {
  await using app = await startGatedApp({ settings: { FALLBACK_OPERATIONS_MAX: '10' } });
  const { outage, outageStore, signalWatch } = app.product.deps;
  const firing = async (): Promise<string[]> =>
    (await signalWatch.check()).filter((code) => code.startsWith('journal_'));
  const keepReports = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1) {
      outageStore.keepReport({
        id: null,
        sid: `SM${randomBytes(16).toString('hex')}`,
        status: 'delivered',
        code: null,
      });
    }
  };
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  keepReports(7);
  expect(await firing()).toEqual([]);
  keepReports(1);
  expect(await firing()).toEqual(['journal_filling']);
  keepReports(2);
  expect(await firing()).toEqual(['journal_filling', 'journal_full']);
  await app.gate.open();
  await until('the journal to be replayed', () => Promise.resolve(outage.journal.size === 0));
  expect(await firing()).toEqual([]);
});
