import { setTimeout as wait } from 'node:timers/promises';

import type { LoadFixture } from './fixture.ts';
import { aQuestion, phoneAt, serviceNumber } from './webhooks.ts';

type LedgerText = {
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  readonly to: string;
  readonly createdAt: string;
  readonly redactedAt: string | null;
};

/** The phones `phoneAt(first)` and the following ones. */
export type Phones = { readonly first: number; readonly count: number };

/** Lets each of these phones send one text, `perSecond` in all; resolves immediately. */
export async function sendTexts(
  { control }: LoadFixture,
  { first, count }: Phones,
  perSecond: number,
  body = aQuestion,
): Promise<void> {
  const from = Array.from({ length: count }, (_, nth) => phoneAt(first + nth));
  await control('POST', '/sandbox/phones/messages', { to: serviceNumber, body, from, perSecond });
}

/** How many messages the product has created at the carrier since the fixture was started. */
export async function createdCount({ control }: LoadFixture): Promise<number> {
  const calls = await control<Record<string, number>>('GET', '/sandbox/twilio/calls');
  return calls['create 201'] ?? 0;
}

/** How many texts the product has read back from the carrier, one by one or as a list. */
export async function fetchedCount({ control }: LoadFixture): Promise<number> {
  const calls = await control<Record<string, number>>('GET', '/sandbox/twilio/calls');
  return calls['fetch 200'] ?? 0;
}

/** Waits until the product has created `count` messages. @throws Error after `timeoutMs` */
export async function untilCreated(fixture: LoadFixture, count: number, timeoutMs = 120_000): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const created = await createdCount(fixture);
    if (created >= count) return;
    if (performance.now() > endsAt)
      throw new Error(`after ${timeoutMs} ms, ${created} of ${count} texts were answered`);
    await wait(100);
  }
}

/** Waits until the carrier's copies of `count` messages, in and out, are redacted. @returns when each was, in ms */
export async function untilRedacted({ control }: LoadFixture, count: number, timeoutMs: number): Promise<number[]> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const { messages } = await control<{ messages: LedgerText[] }>('GET', '/sandbox/twilio/ledger');
    const times = messages.flatMap(({ redactedAt }) => (redactedAt === null ? [] : [Date.parse(redactedAt)]));
    if (times.length >= count || performance.now() > endsAt) return times;
    await wait(1000);
  }
}

/** From the arrival of each phone's last text at the carrier to the creation of its answer there, ms. */
export async function answerTimes({ control }: LoadFixture, phones: Phones): Promise<number[]> {
  const { messages } = await control<{ messages: LedgerText[] }>('GET', '/sandbox/twilio/ledger');
  const sentAt = arrivals(messages, phones);
  return messages
    .filter(({ direction, to }) => direction === 'outbound-api' && sentAt.has(to))
    .map(({ to, createdAt }) => Date.parse(createdAt) - (sentAt.get(to) ?? Number.NaN))
    .filter((ms) => ms >= 0);
}

/**
 * From the arrival of each text at the carrier to the request to the model, ms; at most the last thousand. The model does
 * not know the phone, so both are sorted by time: right as long as texts are asked about in the order in which they arrive.
 */
export async function modelTimes({ control }: LoadFixture, phones: Phones): Promise<number[]> {
  const { messages } = await control<{ messages: LedgerText[] }>('GET', '/sandbox/twilio/ledger');
  const sentAt = [...arrivals(messages, phones).values()].toSorted((a, b) => a - b);
  const runs = await control<{ at: string }[]>('GET', '/sandbox/perplexity/runs');
  const askedAt = runs.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b);
  return askedAt.slice(-sentAt.length).map((at, nth) => at - (sentAt[nth] ?? Number.NaN));
}

/** When the last text of each phone arrived at the carrier, ms. */
function arrivals(messages: readonly LedgerText[], { first, count }: Phones): Map<string, number> {
  const wanted = new Set(Array.from({ length: count }, (_, nth) => phoneAt(first + nth)));
  return new Map(
    messages
      .filter(({ direction, from }) => direction === 'inbound' && wanted.has(from))
      .map(({ from, createdAt }) => [from, Date.parse(createdAt)]),
  );
}
