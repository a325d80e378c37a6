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

async function subscriberOf(app: TestApp): Promise<{ phone: string; userId: string }> {
  const phone = app.phone();
  return { phone, userId: await app.subscriber(phone) };
}

/** Texts one after the other, each after the reply to the one before. @returns the replies */
async function converse(app: TestApp, phone: string, ...texts: string[]): Promise<string[]> {
  const before = (await app.replies(phone)).length;
  for (const [nth, text] of texts.entries()) {
    await app.text(phone, text);
    await app.finalReplies(phone, before + nth + 1);
  }
  return (await app.replies(phone)).slice(before);
}

async function keptOf(app: TestApp, userId: string): Promise<object | null> {
  const { rows } = await app.product.deps.pool.query<object>(
    'select city, region, zip from home_places where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

test(
  'HOME sets, shows, changes and removes the place, and none of it counts as a question',
  sideBySide,
  async ({ app }) => {
    const { phone, userId } = await subscriberOf(app);
    expect(await converse(app, phone, 'HOME?', 'HOME 60614', 'home?')).toEqual([replies.home.en, chicago, chicago]);
    expect(await keptOf(app, userId)).toEqual({ city: 'Chicago', region: 'IL', zip: '60614' });
    expect(await converse(app, phone, 'home Austin TX', 'HOME 99999', 'HOME Springfield')).toEqual([
      austin,
      replies.home_unknown.en,
      replies.home_several.en,
    ]);
    expect(await keptOf(app, userId)).toEqual({ city: 'Austin', region: 'TX', zip: null });
    expect(await converse(app, phone, 'HOME OFF', 'HOME')).toEqual([replies.home_removed.en, replies.home.en]);
    expect(await keptOf(app, userId)).toBeNull();
    const { rows } = await app.product.deps.pool.query(
      'select distinct kind, accepted, counted from inbound_texts where sender = $1',
      [phone],
    );
    expect(rows).toEqual([{ kind: 'home', accepted: false, counted: false }]);
  },
);

test(
  'a HOME text that is delivered again or found late changes nothing that came after it',
  sideBySide,
  async ({ app }) => {
    const { phone, userId } = await subscriberOf(app);
    const sid = await app.text(phone, 'HOME 60614');
    await app.finalReplies(phone, 1);
    expect(await converse(app, phone, 'HOME Austin TX')).toEqual([austin]);
    await app.sandbox('POST', `/sandbox/twilio/messages/${sid}/webhook`);
    expect(await keptOf(app, userId)).toMatchObject({ city: 'Austin' });
    await findLate(app, phone, 'HOME 73301', 4);
    await app.untilTextsDone();
    expect(await keptOf(app, userId)).toMatchObject({ city: 'Austin' });
  },
);

test(
  'a HOME text that is found late does not bring back a place that was removed after it',
  sideBySide,
  async ({ app }) => {
    const { phone, userId } = await subscriberOf(app);
    await app.text(phone, 'HOME 60614');
    await app.text(phone, 'HOME OFF');
    await app.untilTextsDone();
    await findLate(app, phone, 'HOME 73301', 4);
    expect(await keptOf(app, userId)).toBeNull();
    await app.product.deps.pool.query(
      `update inbound_texts set received_at = received_at - interval '10 minutes' where sender = $1`,
      [phone],
    );
    await findLate(app, phone, 'HOME 73301', 3);
    expect(await keptOf(app, userId)).toMatchObject({ city: 'Austin' });
    await app.untilTextsDone();
  },
);

test('a HOME that is found after a HOME OFF that was itself found late stays removed', sideBySide, async ({ app }) => {
  const { phone, userId } = await subscriberOf(app);
  await converse(app, phone, 'HOME 60614');
  await app.product.deps.pool.query(
    `update home_places set changed_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  );
  await findLate(app, phone, 'HOME OFF', 7);
  await findLate(app, phone, 'HOME 73301', 8);
  expect(await keptOf(app, userId)).toBeNull();
  await findLate(app, phone, 'HOME 73301', 6);
  expect(await keptOf(app, userId)).toMatchObject({ city: 'Austin' });
  expect(await app.replies(phone)).toEqual([chicago]);
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
  async ({ app }) => {
    const { phone, userId } = await subscriberOf(app);
    expect(await converse(app, phone, 'weather', '60614')).toEqual([
      replies.home_ask.en,
      homeToldText('Chicago, IL 60614', 'en'),
    ]);
    expect(await keptOf(app, userId)).toMatchObject({ zip: '60614' });
    const other = await subscriberOf(app);
    const [asked, answer] = await converse(app, other.phone, 'weather', 'weather tomorrow');
    expect(asked).toBe(replies.home_ask.en);
    expect(answer).toContain('weather tomorrow');
    expect(await keptOf(app, other.userId)).toBeNull();
  },
);

test('a ZIP code after another question is no home place', sideBySide, async ({ app }) => {
  const { phone, userId } = await subscriberOf(app);
  const [asked] = await converse(app, phone, 'weather', 'pharmacy open now', '02118');
  expect(asked).toBe(replies.home_ask.en);
  expect((await app.replies(phone)).at(-1)).toContain('02118');
  expect((await app.replies(phone)).at(-1)).not.toContain('your home place');
  expect(await keptOf(app, userId)).toBeNull();
});

test(
  'a question that begins with "home" is answered, and no one without a plan sets a place',
  sideBySide,
  async ({ app }) => {
    const { phone } = await subscriberOf(app);
    const [answer] = await converse(app, phone, 'home depot hours');
    expect(answer).toContain('home depot hours');
    const stranger = app.phone();
    expect(await converse(app, stranger, 'HOME 60614')).toEqual([replies.promo.en]);
    const lapsed = app.phone();
    const userId = await app.subscriber(lapsed, { status: 'canceled', answersUntil: new Date(0) });
    expect(await converse(app, lapsed, 'HOME 60614')).toEqual([replies.inactive.en]);
    expect(await keptOf(app, userId)).toBeNull();
  },
);

test('the next owner of a number does not inherit the home place of the last one', sideBySide, async ({ app }) => {
  const { phone, userId } = await subscriberOf(app);
  await converse(app, phone, 'HOME 60614');
  await app.product.deps.pool.query('delete from phone_numbers where user_id = $1', [userId]);
  const next = await app.subscriber(phone);
  expect(await converse(app, phone, 'HOME?')).toEqual([replies.home.en]);
  expect([await keptOf(app, next), await keptOf(app, userId)]).toEqual([
    null,
    expect.objectContaining({ zip: '60614' }),
  ]);
  await app.product.deps.pool.query('delete from users where id = $1', [userId]);
  expect(await keptOf(app, userId)).toBeNull();
});

test('while the database is unavailable HOME changes nothing and says so, and a question is answered without a place', async () => {
  await using app = await startGatedApp({
    settings: { TEST_SPEED: '10' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  });
  const { phone, userId } = await subscriberOf(app);
  await converse(app, phone, 'HOME 60614');
  const { outage } = app.product.deps;
  await app.untilKnown(phone);
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const to = app.product.deps.config.carrier.serviceNumbers[0];
  for (const body of ['HOME Austin TX', 'what is there to see']) await app.sandbox('POST', path, { to, body });
  await until('both replies', async () => (await app.replies(phone)).length === 3);
  expect((await app.replies(phone)).slice(1)).toEqual(
    expect.arrayContaining([replies.home_later.en, expect.stringContaining('what is there to see')]),
  );
  await app.gate.open();
  await until(
    'the journal to be replayed',
    async () => !outage.isUnavailable && (await outage.status()).queueSize === 0,
  );
  await app.untilTextsDone();
  expect(await keptOf(app, userId)).toMatchObject({ zip: '60614' });
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});
