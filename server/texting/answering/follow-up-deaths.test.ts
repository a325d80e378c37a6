import { test as base, expect } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { type ProcessFixture, startProcessFixture } from '#server/testing/process-fixture.ts';
import { spawnProductProcess } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

type Run = { readonly input: string; readonly before: string | null; readonly turns: number };

const deaths = [
  ['with the words in memory', 'ai.recalled', 'and germany?'],
  ['before the model is asked', 'ai.sent', 'and germany?'],
  ['with the answer', 'ai.answered', 'and germany?'],
  ['with its intent on disk', 'out.tx.committed', 'and germany?'],
  ['with the words of MORE in memory', 'ai.recalled', 'more'],
  ['with more in memory', 'ai.answered', 'more'],
] as const;

type Scene = { readonly fixture: ProcessFixture; readonly phones: string[] };

const sentTo = async ({ fixture }: Scene, phone: string): Promise<number> => (await fixture.ledger()).get(phone) ?? 0;

/** A phone for each death, whose first question was answered by a process that has ended. */
const test = base.extend(
  'scene',
  { scope: 'file' },
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  async ({}, { onCleanup }): Promise<Scene> => {
    const stack = new AsyncDisposableStack();
    onCleanup(() => stack.disposeAsync());
    const database = stack.use(await testDatabase());
    const fixture = stack.use(await startProcessFixture({ databaseUrl: database.url, speed: 12 }));
    const scene: Scene = { fixture, phones: deaths.map(() => testPhone()) };
    const first = stack.use(spawnProductProcess(fixture.settings, { part: 'texting' }));
    await first.ready;
    for (const phone of scene.phones) {
      await fixture.subscriber(phone);
      await fixture.text(phone, 'capital of france');
    }
    for (const phone of scene.phones) await until('the answer', async () => (await sentTo(scene, phone)) === 1);
    first.kill('SIGTERM');
    await first.died();
    return scene;
  },
);

test.for(deaths.map(([what, point, words], nth) => [what, point, words, nth] as const))(
  'killed %s (%s), another process recalls the same and answers once',
  async ([, point, words, nth], { scene }) => {
    const { fixture } = scene;
    const phone = scene.phones[nth] ?? '';
    const followUps = async (): Promise<Run[]> =>
      (await fixture.control<Run[]>('GET', '/sandbox/perplexity/runs')).filter(({ turns }) => turns > 1);
    const before = (await followUps()).length;
    await using doomed = spawnProductProcess({ ...fixture.settings, CRASH_AT: point }, { part: 'texting' });
    await doomed.ready;
    const sid = await fixture.text(phone, words);
    expect(await doomed.died()).toEqual({ code: null, signal: 'SIGKILL' });
    await using survivor = spawnProductProcess(fixture.settings, { part: 'texting' });
    await survivor.ready;
    await until('the text to be done', async () => {
      const { rows } = await fixture.connection.pool.query(
        'select 1 from inbound_texts where sid = $1 and state = $2',
        [sid, 'done'],
      );
      return rows.length === 1;
    });
    expect(await sentTo(scene, phone)).toBe(2);
    const asked = (await followUps()).slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map((run) => `${run.before}, ${run.turns}`))).toEqual(new Set(['capital of france, 3']));
    expect(await brokenInvariants(fixture.connection.pool)).toEqual([]);
  },
);
