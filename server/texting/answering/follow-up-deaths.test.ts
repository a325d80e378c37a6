import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { startProcessFixture } from '#server/testing/process-fixture.ts';
import { spawnProductProcess } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

type Run = { readonly input: string; readonly before: string | null; readonly turns: number };

test.each([
  ['with the words in memory', 'ai.recalled', 'and germany?'],
  ['before the model is asked', 'ai.sent', 'and germany?'],
  ['with the answer', 'ai.answered', 'and germany?'],
  ['with its intent on disk', 'out.tx.committed', 'and germany?'],
  ['with the words of MORE in memory', 'ai.recalled', 'more'],
  ['with more in memory', 'ai.answered', 'more'],
])(
  'killed %s (%s), another process recalls the same and answers once',
  async (_what, point, words) => {
    await using database = await testDatabase();
    await using fixture = await startProcessFixture({ databaseUrl: database.url, speed: 12 });
    await using stack = new AsyncDisposableStack();
    const phone = testPhone();
    await fixture.subscriber(phone);
    const sent = async (): Promise<number> => (await fixture.ledger()).get(phone) ?? 0;

    const first = stack.use(spawnProductProcess(fixture.settings, { part: 'texting' }));
    await first.ready;
    await fixture.text(phone, 'capital of france');
    await until('the answer', async () => (await sent()) === 1);
    first.kill('SIGTERM');
    await first.died();

    const doomed = stack.use(spawnProductProcess({ ...fixture.settings, CRASH_AT: point }, { part: 'texting' }));
    await doomed.ready;
    const sid = await fixture.text(phone, words);
    expect(await doomed.died()).toEqual({ code: null, signal: 'SIGKILL' });

    const survivor = stack.use(spawnProductProcess(fixture.settings, { part: 'texting' }));
    await survivor.ready;
    await until(
      'the text to be done',
      async () => {
        const { rows } = await fixture.connection.pool.query(
          'select 1 from inbound_texts where sid = $1 and state = $2',
          [sid, 'done'],
        );
        return rows.length === 1;
      },
      { timeoutMs: 40_000 },
    );
    expect(await sent()).toBe(2);
    const runs = await fixture.control<Run[]>('GET', '/sandbox/perplexity/runs');
    const asked = runs.filter(({ turns }) => turns > 1);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map(({ before, turns }) => `${before}, ${turns}`))).toEqual(new Set(['capital of france, 3']));
    expect(await brokenInvariants(fixture.connection.pool)).toEqual([]);
  },
  90_000,
);
