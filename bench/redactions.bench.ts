import { startLoadFixture } from './load/fixture.ts';
import { describeMachine } from './load/machine.ts';
import { sendTexts, untilCreated, untilRedacted } from './load/texts.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

/** Each has two copies at the carrier: the question and the answer. */
const texts = Number(process.env['REDACTIONS_TEXTS'] ?? 1000);
const callMs = 150;
/** What is not redacted by then does not count. The job may wait for the next minute. */
const countedMs = 300_000;

/**
 * How many of the carrier's copies one process redacts a second when each call takes 150 ms. `REDACTIONS_TEXTS` (1000) are
 * answered first; then all their copies come due together. A copy is due two minutes after its own text, or ten when
 * the answer is remembered, so without that the figure would be the rate at which the texts were answered.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const medians = await inTurns<'perSecond'>({ product: () => measure(postgresUrl) });
  const perSecond = medians['product']?.perSecond ?? Number.NaN;
  printTable([`each call takes ${callMs} ms`, 'redactions/s'], [['one process', perSecond]]);
  return [{ what: `redactions, each call takes ${callMs} ms`, value: perSecond, unit: '/s' }];
};

async function measure(postgresUrl: string) {
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl }));
  await fixture.subscribers(texts);
  await fixture.control('PUT', '/sandbox/faults', { twilio: { latencyMs: callMs, operations: ['update'] } });
  stack.use(await fixture.product());
  await sendTexts(fixture, { first: 0, count: texts }, 200);
  await untilCreated(fixture, texts);
  await fixture.pool.query(`update inbound_texts set redact_at = now() where redact_at is not null`);
  await fixture.pool.query(`update outbound_texts set redact_at = now() where redact_at is not null`);
  const dueAt = Date.now();
  const all = (await untilRedacted(fixture, 2 * texts, countedMs)).toSorted((a, b) => a - b);
  const times = all.filter((at) => at >= dueAt);
  if (times.length < texts) throw new Error(`${all.length - times.length} of ${all.length} copies were gone too early`);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return { perSecond: (times.length * 1000) / (last - first) };
}
