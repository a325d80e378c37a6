import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { homeText, homeToldText, replies } from '../rules/replies.ts';

const test = testsOfOne(() => startTestApp({ sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } }));
const sideBySide = { concurrent: true } as const;

const chicago = homeText('Chicago, IL 60614', 'en');
const austin = homeText('Austin, TX', 'en');

async function subscriberOf(it: TestApp): Promise<{ phone: string; userId: string }> {
  const phone = it.phone();
  return { phone, userId: await it.subscriber(phone) };
}

/** Texts one after the other, each after the reply to the one before. @returns the replies */
async function converse(it: TestApp, phone: string, ...texts: string[]): Promise<string[]> {
  const before = (await it.replies(phone)).length;
  for (const [nth, text] of texts.entries()) {
    await it.text(phone, text);
    await it.finalReplies(phone, before + nth + 1);
  }
  return (await it.replies(phone)).slice(before);
}

async function keptOf(it: TestApp, userId: string): Promise<object | null> {
  const { rows } = await it.product.deps.pool.query<object>(
    'select city, region, zip from home_places where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

test(
  'HOME sets, shows, changes and removes the place, and none of it counts as a question',
  sideBySide,
  async ({ it }) => {
    const { phone, userId } = await subscriberOf(it);
    expect(await converse(it, phone, 'HOME?', 'HOME 60614', 'home?')).toEqual([replies.home.en, chicago, chicago]);
    expect(await keptOf(it, userId)).toEqual({ city: 'Chicago', region: 'IL', zip: '60614' });
    expect(await converse(it, phone, 'home Austin TX', 'HOME 99999', 'HOME Springfield')).toEqual([
      austin,
      replies.home_unknown.en,
      replies.home_several.en,
    ]);
    expect(await keptOf(it, userId)).toEqual({ city: 'Austin', region: 'TX', zip: null });
    expect(await converse(it, phone, 'HOME OFF', 'HOME')).toEqual([replies.home_removed.en, replies.home.en]);
    expect(await keptOf(it, userId)).toBeNull();
    const { rows } = await it.product.deps.pool.query(
      'select distinct kind, accepted, counted from inbound_texts where sender = $1',
      [phone],
    );
    expect(rows).toEqual([{ kind: 'home', accepted: false, counted: false }]);
  },
);

test(
  'a HOME text that is delivered again or found late changes nothing that came after it',
  sideBySide,
  async ({ it }) => {
    const { phone, userId } = await subscriberOf(it);
    const sid = await it.text(phone, 'HOME 60614');
    await it.finalReplies(phone, 1);
    expect(await converse(it, phone, 'HOME Austin TX')).toEqual([austin]);
    await it.sandbox('POST', `/sandbox/twilio/messages/${sid}/webhook`);
    expect(await keptOf(it, userId)).toMatchObject({ city: 'Austin' });
    await findLate(it, phone, 'HOME 73301', 4);
    await it.untilTextsDone();
    expect(await keptOf(it, userId)).toMatchObject({ city: 'Austin' });
  },
);

test(
  'a HOME text that is found late does not bring back a place that was removed after it',
  sideBySide,
  async ({ it }) => {
    const { phone, userId } = await subscriberOf(it);
    await it.text(phone, 'HOME 60614');
    await it.text(phone, 'HOME OFF');
    await it.untilTextsDone();
    await findLate(it, phone, 'HOME 73301', 4);
    expect(await keptOf(it, userId)).toBeNull();
    await it.product.deps.pool.query(
      `update inbound_texts set received_at = received_at - interval '10 minutes' where sender = $1`,
      [phone],
    );
    await findLate(it, phone, 'HOME 73301', 3);
    expect(await keptOf(it, userId)).toMatchObject({ city: 'Austin' });
    await it.untilTextsDone();
  },
);

test('a HOME that is found after a HOME OFF that was itself found late stays removed', sideBySide, async ({ it }) => {
  const { phone, userId } = await subscriberOf(it);
  await converse(it, phone, 'HOME 60614');
  await it.product.deps.pool.query(`update home_places set changed_at = now() - interval '1 hour' where user_id = $1`, [
    userId,
  ]);
  await findLate(it, phone, 'HOME OFF', 7);
  await findLate(it, phone, 'HOME 73301', 8);
  expect(await keptOf(it, userId)).toBeNull();
  await findLate(it, phone, 'HOME 73301', 6);
  expect(await keptOf(it, userId)).toMatchObject({ city: 'Austin' });
  expect(await it.replies(phone)).toEqual([chicago]);
});

/** Receives a text of some minutes ago that no webhook told of. */
async function findLate({ product }: TestApp, from: string, body: string, minutes: number): Promise<void> {
  const to = product.deps.config.carrier.serviceNumbers[0] ?? '';
  const sid = `SM${crypto.randomUUID().replaceAll('-', '')}`;
  const sentAt = new Date(Date.now() - minutes * 60_000);
  const text = { sid, from, to, body: new Secret(body), mediaTypes: [], carrierKeyword: null, sentAt };
  await product.texting.receiveText(text);
}

test(
  '"weather" asks for the place once, takes it as the reply, and has it from then on',
  sideBySide,
  async ({ it }) => {
    const { phone, userId } = await subscriberOf(it);
    expect(await converse(it, phone, 'weather', '60614')).toEqual([
      replies.home_ask.en,
      homeToldText('Chicago, IL 60614', 'en'),
    ]);
    expect(await keptOf(it, userId)).toMatchObject({ zip: '60614' });
    const other = await subscriberOf(it);
    const [asked, answer] = await converse(it, other.phone, 'weather', 'weather tomorrow');
    expect(asked).toBe(replies.home_ask.en);
    expect(answer).toContain('weather tomorrow');
    expect(await keptOf(it, other.userId)).toBeNull();
  },
);

test(
  'a question that begins with "home" is answered, and no one without a plan sets a place',
  sideBySide,
  async ({ it }) => {
    const { phone } = await subscriberOf(it);
    const [answer] = await converse(it, phone, 'home depot hours');
    expect(answer).toContain('home depot hours');
    const stranger = it.phone();
    expect(await converse(it, stranger, 'HOME 60614')).toEqual([replies.promo.en]);
    const lapsed = it.phone();
    const userId = await it.subscriber(lapsed, { status: 'canceled', answersUntil: new Date(0) });
    expect(await converse(it, lapsed, 'HOME 60614')).toEqual([replies.inactive.en]);
    expect(await keptOf(it, userId)).toBeNull();
  },
);

test('the next owner of a number does not inherit the home place of the last one', sideBySide, async ({ it }) => {
  const { phone, userId } = await subscriberOf(it);
  await converse(it, phone, 'HOME 60614');
  await it.product.deps.pool.query('delete from phone_numbers where user_id = $1', [userId]);
  const next = await it.subscriber(phone);
  expect(await converse(it, phone, 'HOME?')).toEqual([replies.home.en]);
  expect([await keptOf(it, next), await keptOf(it, userId)]).toEqual([null, expect.objectContaining({ zip: '60614' })]);
  await it.product.deps.pool.query('delete from users where id = $1', [userId]);
  expect(await keptOf(it, userId)).toBeNull();
});

test('while the database is unavailable HOME changes nothing and says so, and a question is answered without a place', async () => {
  await using it = await startGatedApp({
    settings: { TEST_SPEED: '10' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  });
  const { phone, userId } = await subscriberOf(it);
  await converse(it, phone, 'HOME 60614');
  const { outage } = it.product.deps;
  await it.untilKnown(phone);
  await it.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isAway));
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const to = it.product.deps.config.carrier.serviceNumbers[0];
  for (const body of ['HOME Austin TX', 'what is there to see']) await it.sandbox('POST', path, { to, body });
  await until('both replies', async () => (await it.replies(phone)).length === 3);
  expect((await it.replies(phone)).slice(1)).toEqual(
    expect.arrayContaining([replies.home_later.en, expect.stringContaining('what is there to see')]),
  );
  await it.gate.open();
  await until('the journal to be replayed', async () => !outage.isAway && (await outage.status()).queueSize === 0);
  await it.untilTextsDone();
  expect(await keptOf(it, userId)).toMatchObject({ zip: '60614' });
  expect(await brokenInvariants(it.product.deps.pool)).toEqual([]);
});
