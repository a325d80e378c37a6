import { randomInt } from 'node:crypto';

import type { ProcessFixture } from '#server/testing/process-fixture.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Needle } from './needles.ts';

/** Faults of the carrier and the model during these texts. */
export const plantingFaults = {
  twilio: { errorRate: 0.1, dropAfterAccept: 0.1, errorAfterAccept: 0.1, cutResponse: 0.1, webhookLoss: 0.1 },
  perplexity: { errorRate: 0.2, cutResponse: 0.1, failedRun: 0.1, emptyAnswer: 0.1 },
};

/** Sensitive texts. Each word contains `tag`. */
export function plantedTexts(tag: string, count: number): { bodies: string[]; needles: Needle[] } {
  const card = `4929${randomInt(10 ** 11, 10 ** 12 - 1)}`;
  const kinds = [
    (word: string) => `who is ${word}`,
    (word: string) => `my password is ${word}, is that a good one?`,
    (word: string) => `${word} 🎉 привет`,
    (word: string) => `what did ${word} say about ${'a very long story '.repeat(60)}`,
    (word: string) => `stop ${word}`,
    () => `is ${card} a valid card number`,
    (word: string) => `'; drop table ${word}; -- \\x00 "${word}" {"${word}`,
  ];
  const bodies = Array.from({ length: count }, (_, nth) => kinds[nth % kinds.length]?.(`${tag}${nth}`) ?? tag);
  return {
    bodies,
    needles: [
      { what: 'the tag of texts', text: tag },
      { what: 'a card number', text: card },
    ],
  };
}

/** Texts of one phone that refer to one another, each after the answer to the last: all of them are done at the end. */
export async function plantConversation(fixture: ProcessFixture, tag: string): Promise<void> {
  const phone = testPhone();
  await fixture.subscriber(phone);
  for (const body of [`who is ${tag}first`, `and ${tag}second?`, 'more', `what about ${tag}third`, 'forget']) {
    const sid = await fixture.text(phone, body);
    await until('a text of a conversation to be done', () => areAllDone(fixture, [sid]), { timeoutMs: 60_000 });
  }
}

/** Sends texts with forged signatures and invalid bodies; each must be refused. */
export async function plantForgeries(url: string, tag: string): Promise<void> {
  const form = new URLSearchParams({ MessageSid: `SM${'f'.repeat(32)}`, From: '+13125550199', Body: `${tag}forged` });
  for (const body of [form, `Body=${tag}%`, `${tag}=`.repeat(20_000)]) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': tag };
    const response = await fetch(`${url}/webhooks/twilio/messages`, { method: 'POST', body, headers });
    if (response.status < 400) throw new Error(`a forged text was accepted: ${response.status}`);
    await response.arrayBuffer();
  }
}

/** @returns whether all these texts are stored and done, and no send is open; does not wait */
export async function areAllDone({ connection: { pool } }: ProcessFixture, sids: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ done: number; open: number }>(
    `select count(*) filter (where sid = any($1) and state = 'done') as done,
            (select count(*) from outbound_texts where state in ('intent', 'unknown')) as open from inbound_texts`,
    [sids],
  );
  return rows[0]?.done === sids.length && rows[0].open === 0;
}
