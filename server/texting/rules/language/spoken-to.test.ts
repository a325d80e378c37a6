import { expect } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { homeText, replies } from '../replies.ts';

/** The product replies to keywords itself. */
const app = {
  settings: { TWILIO_OPT_OUT_REPLIES: 'app', TEST_SPEED: '10' },
  sandbox: { TWILIO_OPT_OUT_REPLIES: 'app', SANDBOX_PERPLEXITY_MODE: 'echo' },
};
const test = testsOfOne(() => startTestApp(app));

async function keptFor(app: TestApp, phone: string): Promise<unknown> {
  const { rows } = await app.product.deps.pool.query('select language from phone_numbers where number = $1', [phone]);
  return rows[0]?.language;
}

/** Texts one after the other. @returns the last reply to each */
async function converse(app: TestApp, phone: string, ...bodies: readonly string[]): Promise<(string | undefined)[]> {
  const said: (string | undefined)[] = [];
  for (const body of bodies) {
    await app.text(phone, body);
    said.push((await app.finalReplies(phone, said.length + 1)).at(-1));
  }
  return said;
}

test('a person who writes Spanish gets every fixed reply in Spanish, from AYUDA to ALTO and back', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  const said = await converse(app, phone, 'AYUDA', 'muchas gracias', 'me quiero morir', 'ALTO', 'INICIAR');
  const { help, hint, crisis, stop, start } = replies;
  expect(said).toEqual([help, hint, crisis, stop, start].map(({ es }) => es));
  expect(await keptFor(app, phone)).toBe('es');
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('the language of a phone is kept for texts that have none, until its owner writes in the other', async ({
  app,
}) => {
  const phone = app.phone();
  await app.subscriber(phone);
  const said = await converse(app, phone, 'quien canta cielito lindo', 'ok', 'START', 'how do i stop these texts');
  expect(said.slice(1)).toEqual([replies.hint.es, replies.start.es, replies.help.en]);
  expect(await keptFor(app, phone)).toBe('en');
});

test('an English text with Spanish names changes nothing', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  await converse(app, phone, 'los angeles weather', 'taco el paso hours', 'thanks');
  expect(await keptFor(app, phone)).toBe('en');
  expect((await app.replies(phone)).at(-1)).toBe(replies.hint.en);
});

test('a stranger is told in the language of the text, and nothing of it is kept', async ({ app }) => {
  const [ana, ann] = [app.phone(), app.phone()];
  expect(await converse(app, ana, '¿cuánto cuesta el servicio?')).toEqual([replies.promo.es]);
  expect(await converse(app, ann, 'how much does this cost')).toEqual([replies.promo.en]);
  expect(await keptFor(app, ana)).toBeUndefined();
});

test('one text can confirm the opt-in and tell the language', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  const { pool } = app.product.deps;
  await pool.query('update phone_numbers set opt_in_asked_at = now(), opt_in_confirmed_at = null where number = $1', [
    phone,
  ]);
  expect(await converse(app, phone, 'Sí')).toEqual([replies.opted_in.es]);
  const { rows } = await pool.query(
    'select language, opt_in_confirmed_at is not null as "isConfirmed" from phone_numbers where number = $1',
    [phone],
  );
  expect(rows).toEqual([{ language: 'es', isConfirmed: true }]);
});

test('an apology is in the language of the question', async () => {
  await using app = await startTestApp({ settings: { ANSWER_ATTEMPT_MS: '300', ANSWER_DEADLINE_MS: '2000' } });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500 } });
  const phone = app.phone();
  await app.subscriber(phone);
  expect(await converse(app, phone, 'cuanto cuesta un boleto a guadalajara')).toEqual([replies.failed.es]);
});

test('a question in Spanish is answered in Spanish, and both providers are asked for that', async () => {
  await using app = await startTestApp({ settings: { OPENAI_API_KEY: 'sandbox_openai_key' } });
  const phone = app.phone();
  await app.subscriber(phone);
  const [first] = await converse(app, phone, '¿Cuál es la capital de Francia?');
  expect(first).toMatch(/^La capital de Francia es Par/);
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 401 } });
  await app.text(phone, 'cuál es la capital de Perú');
  expect((await app.finalReplies(phone, 2)).at(-1)).toBe('La capital de Peru es Lima.');
  for (const provider of ['perplexity', 'openai']) {
    const runs = await app.sandbox<{ instructions: string }[]>('GET', `/sandbox/${provider}/runs`);
    expect(runs.at(-1)?.instructions, provider).toContain('Answer in the language of the question');
  }
});

test('a home place is asked for, told, shown and removed in Spanish', async ({ app }) => {
  const phone = app.phone();
  await app.subscriber(phone);
  expect(await converse(app, phone, 'clima', 'CASA 60614', 'CASA?', 'casa borrar', 'CASA')).toEqual([
    replies.home_ask.es,
    homeText('Chicago, IL 60614', 'es'),
    homeText('Chicago, IL 60614', 'es'),
    replies.home_removed.es,
    replies.home.es,
  ]);
});
