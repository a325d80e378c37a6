import { expect } from 'vitest';

import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { weatherGov } from '#server/providers/weather-gov/weather.ts';
import { withFaults } from '#server/testing/payer.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

/** The sandbox plays the weather service, and a model that repeats the question. */
const test = testsOfOne(() =>
  startTestApp({ settings: { NODE_ENV: 'development' }, sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } }),
);

const form =
  /^(?:NWS alert: [\w ]+\. )?[A-Za-z ]+, [A-Z]{2}\. (?:[\w ]+: [a-z ]+, (?:high|low) -?\d+F(?:, (?:rain|snow) \d+%)?\. )+Source: NWS$/;
const signal = new AbortController().signal;

async function subscriberAt(app: TestApp, place: string): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, `HOME ${place}`);
  await app.finalReplies(phone, 1);
  return phone;
}

async function ask(app: TestApp, phone: string, question: string): Promise<string> {
  const before = (await app.replies(phone)).length;
  await app.text(phone, question);
  return (await app.finalReplies(phone, before + 1)).at(-1) ?? '';
}

function clientOf({ sandboxUrl }: TestApp, path = '/weather') {
  return weatherGov({
    baseUrl: `${sandboxUrl}${path}`,
    userAgent: '(Askline, support@askline.example)',
    requestMs: 2000,
  });
}

test('the weather is that of the home place or the place named, in one form, and counts as a question', async ({
  app,
}) => {
  const phone = await subscriberAt(app, '60614');
  expect(await ask(app, phone, 'weather')).toMatch(form);
  expect(await ask(app, phone, 'will it rain tomorrow')).toMatch(/^Chicago, IL\. /);
  expect(await ask(app, phone, 'w Austin TX')).toMatch(/^Austin, TX\. /);
  expect(await ask(app, phone, 'rain song lyrics')).toContain('rain song lyrics');
  const { rows } = await app.product.deps.pool.query(
    `select count(*)::int as answered from inbound_texts where sender = $1 and kind = 'question' and counted`,
    [phone],
  );
  expect(rows).toEqual([{ answered: 4 }]);
});

test('it is said in Spanish to those who ask in Spanish, also in a follow-up', async ({ app }) => {
  const phone = await subscriberAt(app, 'Miami FL');
  expect(await ask(app, phone, '¿Va a llover mañana?')).toMatch(
    /^(?:Alerta del NWS: .+\. )?Miami, FL\. .+ Fuente: NWS$/,
  );
  expect(await ask(app, phone, 'clima en Houston TX')).toMatch(
    /^Houston, TX\. (?:Hoy|Esta noche|Esta madrugada): .+ Fuente: NWS$/,
  );
  expect(await ask(app, phone, 'y el domingo?')).toMatch(
    /^Houston, TX\. (?:Domingo|Hoy|Esta noche|Esta madrugada): .+ Fuente: NWS$/,
  );
});

test('a follow-up to the weather changes the day or the place, and keeps the rest', async ({ app }) => {
  const phone = await subscriberAt(app, 'Omaha NE');
  const [today, tomorrow] = [await ask(app, phone, 'weather'), await ask(app, phone, 'and tomorrow?')];
  expect(tomorrow).toMatch(/^Omaha, NE\. /);
  expect(tomorrow).not.toBe(today);
  // Only the last question is recalled, and its answer: that one tells the place.
  expect(await ask(app, phone, 'and tonight')).toMatch(/^Omaha, NE\. /);
  expect(await ask(app, phone, 'what about fargo nd?')).toMatch(/^Fargo, ND\. /);
  expect(await ask(app, phone, 'and sunday')).toMatch(/^Fargo, ND\. /);
});

test('the weather there is never that of the home place, also in the third text', async ({ app }) => {
  const phone = await subscriberAt(app, '60614');
  await ask(app, phone, 'weather in Boston MA');
  expect(await ask(app, phone, 'will it snow there tomorrow')).toMatch(/^Boston, MA\. /);
  expect(await ask(app, phone, 'and sunday')).toMatch(/^Boston, MA\. /);
  await ask(app, phone, 'capital of peru');
  expect(await ask(app, phone, 'how cold is it there tonight')).toContain('how cold is it there tonight');
  expect(await ask(app, phone, 'and tomorrow')).not.toContain('Chicago');
  // More questions of one phone would be spaced out.
  const other = await subscriberAt(app, '60614');
  await ask(app, other, 'clima en Houston TX');
  expect(await ask(app, other, '¿y va a llover allá?')).toMatch(/^Houston, TX\. .+ Fuente: NWS$/);
  await ask(app, other, 'clima en Houston TX');
  expect(await ask(app, other, 'y aquí?')).toMatch(/^Chicago, IL\. .+ Fuente: NWS$/);
  await ask(app, other, 'weather in Boston MA');
  expect(await ask(app, other, 'how cold is it going to get there tonight')).toMatch(/^Boston, MA\. /);
});

test.for(['and rain tomorrow?', 'and the temperature', 'what temp'])(
  'the place of a row of questions stays that of its first, also where its second is %j',
  async (second, { app }) => {
    const phone = await subscriberAt(app, '60614');
    await ask(app, phone, 'weather in Denver CO');
    for (const text of [second, 'and sunday']) expect(await ask(app, phone, text), text).toMatch(/^Denver, CO\. /);
    // The model told of Paris: only the conversation knows the place.
    await ask(app, phone, 'weather in paris');
    for (const text of [second, 'and tomorrow']) expect(await ask(app, phone, text), text).toContain(text);
  },
);

test('the day of a row of questions stays that of its first, whatever place is named', async ({ app }) => {
  const phone = await subscriberAt(app, '60614');
  await ask(app, phone, 'weather tomorrow in Denver CO');
  expect(await ask(app, phone, 'and boston ma')).toMatch(/^Boston, MA\. \w+day: /);
  expect(await ask(app, phone, 'and milwaukee wi')).toMatch(/^Milwaukee, WI\. (?!Today)\w+day: /);
  expect(await ask(app, phone, 'and here')).toMatch(/^Chicago, IL\. (?!Today)\w+day: /);
  const other = await subscriberAt(app, '60614');
  await ask(app, other, 'clima mañana en Houston TX');
  expect(await ask(app, other, 'y en dallas tx')).toMatch(/^Dallas, TX\. (?!Hoy|Esta)/);
  expect(await ask(app, other, 'y en austin tx')).toMatch(/^Austin, TX\. (?!Hoy|Esta).+ Fuente: NWS$/);
});

test('it is answered while no model can be asked, and by the model while the service fails', async ({ app }) => {
  const phone = await subscriberAt(app, 'Denver CO');
  await withFaults(app, { perplexity: { status: 503 }, openai: { status: 503 } }, async () => {
    expect(await ask(app, phone, 'weather')).toMatch(/^Denver, CO\. /);
  });
  // Another place: what was said of the first one is kept for some minutes.
  await withFaults(app, { weather: { status: 500 } }, async () => {
    expect(await ask(app, phone, 'weather in Boise ID')).toContain('weather in Boise ID');
  });
  await withFaults(app, { weather: { cutResponse: true } }, async () => {
    expect(await ask(app, phone, 'weather in Reno NV')).toContain('weather in Reno NV');
  });
});

test('alerts in force come first, the most severe of them by name', async ({ app }) => {
  await using stack = new AsyncDisposableStack();
  stack.defer(() => app.sandbox<void>('PUT', '/sandbox/weather/alerts', { alerts: [] }));
  const alerts = [
    { event: 'Wind Advisory', severity: 'Moderate' },
    { event: 'Tornado Warning', severity: 'Extreme' },
  ];
  await app.sandbox('PUT', '/sandbox/weather/alerts', { alerts });
  const phone = await subscriberAt(app, 'Tulsa OK');
  expect(await ask(app, phone, 'w')).toMatch(/^NWS alert: Tornado Warning and 1 more\. Tulsa, OK\. /);
});

test('a test of the warning system is not an alert in force', async ({ app }) => {
  await using stack = new AsyncDisposableStack();
  stack.defer(() => app.sandbox<void>('PUT', '/sandbox/weather/alerts', { alerts: [] }));
  const alerts = [
    { event: 'Tornado Warning', severity: 'Extreme', status: 'Test' },
    { event: 'Tsunami Warning', severity: 'Extreme', status: 'Exercise' },
    { event: 'Wind Advisory', severity: 'Moderate', status: 'Actual' },
  ];
  await app.sandbox('PUT', '/sandbox/weather/alerts', { alerts });
  const phone = await subscriberAt(app, 'Wichita KS');
  expect(await ask(app, phone, 'w')).toMatch(/^NWS alert: Wind Advisory\. Wichita, KS\. /);
});

test('the client keeps what was said of a cell, and tells a place without a forecast from a failure', async ({
  app,
}) => {
  const client = clientOf(app);
  const calls = async () => (await app.sandbox<{ calls: number }>('GET', '/sandbox/weather/calls')).calls;
  const first = await client.forecast({ latitude: 44.98, longitude: -93.2 }, signal);
  const before = await calls();
  expect(await client.forecast({ latitude: 44.98, longitude: -93.2 }, signal)).toEqual(first);
  expect(await calls()).toBe(before);
  await expect(client.forecast({ latitude: 48.85, longitude: 2.35 }, signal)).rejects.toMatchObject({
    kind: 'rejected',
  });
  await withFaults(app, { weather: { status: 429, retryAfterS: 5 } }, async () => {
    const refused = { kind: 'rate_limited', retryAfterMs: 5000 };
    await expect(client.forecast({ latitude: 40, longitude: -100 }, signal)).rejects.toMatchObject(refused);
  });
  const elsewhere = clientOf(app, '/nowhere');
  await expect(elsewhere.forecast({ latitude: 40, longitude: -100 }, signal)).rejects.toBeInstanceOf(ProviderError);
  for (const one of [client, elsewhere]) one.close();
});
