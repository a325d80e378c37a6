import { startLoadFixture } from './load/fixture.ts';
import { startInstantParties } from './load/instant-parties.ts';
import { describeMachine } from './load/machine.ts';
import { answerTimes, sendTexts, untilCreated } from './load/texts.ts';
import { inTurns, percentile, printTable } from './load/turns.ts';
import { phoneAt } from './load/webhooks.ts';
import type { Bench } from './measure.ts';

const texts = Number(process.env['LATENCY_TEXTS'] ?? 200);
const warmUp = 100;
/** Slow enough that a text is alone: the previous one is answered long before the next. */
const perSecond = 10;
/** Extra ms for each commit. */
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
 * What a person waits beyond the model: one process of the product answers texts that come one by one, with commits as slow
 * as on other disks. The carrier and the model are one lean process, so the time is the product's: from the webhook on the
 * wire to the request that creates the answer. The same with the sandbox for both, from the text's arrival there to the
 * creation of its answer, shows what the sandbox adds. Then, in one run with the sandbox, follow-ups, whose question and
 * answer are fetched from the carrier first, and accounts with a home place.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const runs = commits.map((ms) => [`+${ms} ms a commit`, () => measure(postgresUrl, ms)] as const);
  const withSandbox = ['with the sandbox', () => measureWithSandbox(postgresUrl)] as const;
  const medians = await inTurns<'p50' | 'p95'>(Object.fromEntries([...runs, withSandbox]));
  printTable(
    ['webhook to create call', 'p50 ms', 'p95 ms'],
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
    { what: `webhook to create call, ${name}, p50`, value: p50, unit: 'ms' },
    { what: `webhook to create call, ${name}, p95`, value: p95, unit: 'ms' },
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
  const webhookUrl = `${fixture.publicUrl}/webhooks/twilio/messages`;
  const parties = stack.use(await startInstantParties({ webhookUrl }));
  stack.use(await fixture.product(parties.settings));
  const everyMs = 1000 / perSecond;
  await parties.send({ first: 0, count: warmUp, everyMs });
  return quantiles(await parties.send({ first: warmUp, count: texts, everyMs }));
}

async function measureWithSandbox(postgresUrl: string): Promise<Record<'p50' | 'p95', number>> {
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl }));
  await fixture.subscribers(warmUp + texts);
  stack.use(await fixture.product());
  await sendTexts(fixture, { first: 0, count: warmUp }, perSecond);
  await untilCreated(fixture, warmUp);
  const counted = { first: warmUp, count: texts };
  await sendTexts(fixture, counted, perSecond);
  await untilCreated(fixture, warmUp + texts);
  return quantiles(await answerTimes(fixture, counted));
}

function quantiles(times: readonly number[]): Record<'p50' | 'p95', number> {
  return { p50: percentile(0.5, times), p95: percentile(0.95, times) };
}
