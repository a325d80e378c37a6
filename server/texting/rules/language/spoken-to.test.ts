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

async function keptFor(it: TestApp, phone: string): Promise<unknown> {
  const { rows } = await it.product.deps.pool.query('select language from phone_numbers where number = $1', [phone]);
  return rows[0]?.language;
}

/** Texts one after the other. @returns the last reply to each */
async function converse(it: TestApp, phone: string, ...bodies: readonly string[]): Promise<(string | undefined)[]> {
  const said: (string | undefined)[] = [];
  for (const body of bodies) {
    await it.text(phone, body);
    said.push((await it.finalReplies(phone, said.length + 1)).at(-1));
  }
  return said;
}

test('a person who writes Spanish gets every fixed reply in Spanish, from AYUDA to ALTO and back', async ({ it }) => {
  const phone = it.phone();
  await it.subscriber(phone);
  const said = await converse(it, phone, 'AYUDA', 'muchas gracias', 'me quiero morir', 'ALTO', 'INICIAR');
  const { help, hint, crisis, stop, start } = replies;
  expect(said).toEqual([help, hint, crisis, stop, start].map(({ es }) => es));
  expect(await keptFor(it, phone)).toBe('es');
  expect(await brokenInvariants(it.product.deps.pool)).toEqual([]);
});

test('the language of a phone is kept for texts that have none, until its owner writes in the other', async ({
  it,
}) => {
  const phone = it.phone();
  await it.subscriber(phone);
  const said = await converse(it, phone, 'quien canta cielito lindo', 'ok', 'START', 'how do i stop these texts');
  expect(said.slice(1)).toEqual([replies.hint.es, replies.start.es, replies.help.en]);
  expect(await keptFor(it, phone)).toBe('en');
});

test('an English text with Spanish names changes nothing', async ({ it }) => {
  const phone = it.phone();
  await it.subscriber(phone);
  await converse(it, phone, 'los angeles weather', 'taco el paso hours', 'thanks');
  expect(await keptFor(it, phone)).toBe('en');
  expect((await it.replies(phone)).at(-1)).toBe(replies.hint.en);
});

test('a stranger is told in the language of the text, and nothing of it is kept', async ({ it }) => {
  const [ana, ann] = [it.phone(), it.phone()];
  expect(await converse(it, ana, '¿cuánto cuesta el servicio?')).toEqual([replies.promo.es]);
  expect(await converse(it, ann, 'how much does this cost')).toEqual([replies.promo.en]);
  expect(await keptFor(it, ana)).toBeUndefined();
});

test('one text can confirm the opt-in and tell the language', async ({ it }) => {
  const phone = it.phone();
  await it.subscriber(phone);
  const { pool } = it.product.deps;
  await pool.query('update phone_numbers set opt_in_asked_at = now(), opt_in_confirmed_at = null where number = $1', [
    phone,
  ]);
  expect(await converse(it, phone, 'Sí')).toEqual([replies.opted_in.es]);
  const { rows } = await pool.query(
    'select language, opt_in_confirmed_at is not null as "isConfirmed" from phone_numbers where number = $1',
    [phone],
  );
  expect(rows).toEqual([{ language: 'es', isConfirmed: true }]);
});

test('an apology is in the language of the question', async () => {
  await using it = await startTestApp({ settings: { ANSWER_ATTEMPT_MS: '300', ANSWER_DEADLINE_MS: '2000' } });
  await it.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 500 } });
  const phone = it.phone();
  await it.subscriber(phone);
  expect(await converse(it, phone, 'cuanto cuesta un boleto a guadalajara')).toEqual([replies.failed.es]);
});

test('a question in Spanish is answered in Spanish, and both providers are asked for that', async () => {
  await using it = await startTestApp({ settings: { OPENAI_API_KEY: 'sandbox_openai_key' } });
  const phone = it.phone();
  await it.subscriber(phone);
  const [first] = await converse(it, phone, '¿Cuál es la capital de Francia?');
  expect(first).toMatch(/^La capital de Francia es Par/);
  await it.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 401 } });
  await it.text(phone, 'cuál es la capital de Perú');
  expect((await it.finalReplies(phone, 2)).at(-1)).toBe('La capital de Peru es Lima.');
  for (const provider of ['perplexity', 'openai']) {
    const runs = await it.sandbox<{ instructions: string }[]>('GET', `/sandbox/${provider}/runs`);
    expect(runs.at(-1)?.instructions, provider).toContain('Answer in the language of the question');
  }
});

test('a home place is asked for, told, shown and removed in Spanish', async ({ it }) => {
  const phone = it.phone();
  await it.subscriber(phone);
  expect(await converse(it, phone, 'clima', 'CASA 60614', 'CASA?', 'casa borrar', 'CASA')).toEqual([
    replies.home_ask.es,
    homeText('Chicago, IL 60614', 'es'),
    homeText('Chicago, IL 60614', 'es'),
    replies.home_removed.es,
    replies.home.es,
  ]);
});
