import { startLoadFixture } from './load/fixture.ts';
import { describeMachine } from './load/machine.ts';
import { answerTimes, sendTexts, untilCreated } from './load/texts.ts';
import { inTurns, percentile, printTable } from './load/turns.ts';
import { phoneAt } from './load/webhooks.ts';
import type { Bench } from './measure.ts';

const texts = Number(process.env['LATENCY_TEXTS'] ?? 200);
const warmUp = 100;
/** A text alone: the one before is answered long before the next. */
const perSecond = 10;
/** Extra ms of each commit. */
const commits = [0, 10, 30] as const;

/** Kinds of texts, sent by a hundred phones each in one run: `home`, whether the account has a home place. */
const kinds = {
  'a question': { body: 'who is on the ten dollar bill', home: false },
  'a question, with a home place': { body: 'who is on the ten dollar bill', home: true },
  'a follow-up': { body: 'and who was his wife', home: false },
  'a follow-up, with a home place': { body: 'and who was his wife', home: true },
} as const;
type Kind = keyof typeof kinds;
const batch = 25;

/**
 * Time from a text's arrival at the carrier to the creation of the answer there, with an instant model: what a person waits
 * beyond the model. One process of the product, the sandbox in another, and commits as slow as on other disks. Then, in one
 * run, follow-ups, whose question and answer are fetched from the carrier first, and accounts with a home place.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const runs = commits.map((ms) => [`+${ms} ms a commit`, () => measure(postgresUrl, ms)] as const);
  const medians = await inTurns<'p50' | 'p95'>(Object.fromEntries(runs));
  printTable(
    ['text in to answer created', 'p50 ms', 'p95 ms'],
    Object.entries(medians).map(([name, { p50, p95 }]) => [name, p50, p95]),
  );
  const { conversation } = await inTurns<Kind>({ conversation: () => measureKinds(postgresUrl) });
  const p50s = Object.entries(conversation ?? {}) as [Kind, number][];
  const single = conversation?.['a question'] ?? Number.NaN;
  printTable(
    ['text in to answer created', 'p50 ms', 'times a question'],
    p50s.map(([kind, p50]) => [kind, p50, p50 / single]),
  );
  const ofKinds = p50s.map(([kind, value]) => ({ what: `${kind}, p50`, value, unit: 'ms' }));
  const ofCommits = Object.entries(medians).flatMap(([name, { p50, p95 }]) => [
    { what: `text in to answer created, ${name}, p50`, value: p50, unit: 'ms' },
    { what: `text in to answer created, ${name}, p95`, value: p95, unit: 'ms' },
  ]);
  return [...ofCommits, ...ofKinds];
};

/** The kinds take turns in small batches. @returns the median of each */
async function measureKinds(postgresUrl: string): Promise<Record<Kind, number>> {
  const names = Object.keys(kinds) as Kind[];
  const each = Math.max(batch, texts / 2);
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl }));
  await fixture.subscribers(names.length * each);
  await fixture.pool.query(
    `insert into home_places (user_id, city, region, zip, changed_at)
     select user_id, 'Chicago', 'IL', '60614', now() from phone_numbers where number = any($1)`,
    [names.flatMap((name, nth) => (kinds[name].home ? phonesAt(nth * each, each) : []))],
  );
  stack.use(await fixture.product());
  let created = 0;
  const send = async (first: number, count: number, body?: string): Promise<void> => {
    await sendTexts(fixture, { first, count }, perSecond, body);
    await untilCreated(fixture, (created += count));
  };
  await send(0, names.length * each);
  for (let done = 0; done < each; done += batch) {
    for (const [nth, name] of names.entries()) await send(nth * each + done, batch, kinds[name].body);
  }
  const entries = names.map(async (name, nth) => {
    return [name, percentile(0.5, await answerTimes(fixture, { first: nth * each, count: each }))] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Kind, number>;
}

function phonesAt(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, nth) => phoneAt(first + nth));
}

async function measure(postgresUrl: string, commitMs: number): Promise<Record<'p50' | 'p95', number>> {
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl, commitMs }));
  await fixture.subscribers(warmUp + texts);
  stack.use(await fixture.product());
  await sendTexts(fixture, { first: 0, count: warmUp }, perSecond);
  await untilCreated(fixture, warmUp);
  const counted = { first: warmUp, count: texts };
  await sendTexts(fixture, counted, perSecond);
  await untilCreated(fixture, warmUp + texts);
  const times = await answerTimes(fixture, counted);
  return { p50: percentile(0.5, times), p95: percentile(0.95, times) };
}
