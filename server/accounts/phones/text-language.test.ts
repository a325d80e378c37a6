import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { visitor } from '#server/testing/visitor.ts';

test('the language of the texts is the account’s to choose, and follows it to a new phone', async ({ app }) => {
  const ann = visitor(app);
  await ann.join();
  const stranger = await visitor(app).call('POST', '/api/user/text-language', { language: 'es' });
  expect(stranger.status).toBe(401);
  expect((await ann.call('POST', '/api/user/text-language', { language: 'fr' })).status).toBe(400);
  const chosen = await ann.call('POST', '/api/user/text-language', { language: 'es' });
  expect(chosen.body).toEqual([expect.objectContaining({ language: 'es' })]);

  const wanted = app.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: wanted });
  const [text = ''] = await app.replies(wanted);
  expect(text).toMatch(/^Askline: su codigo de verificacion es \d{6}\. Vence en 10 minutos\./);
  const verificationCode = /\d{6}/.exec(text)?.[0];
  await ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode });
  expect((await ann.call('GET', '/api/user/phone-numbers')).body).toEqual([
    { phoneNumber: wanted, verified: true, language: 'es' },
  ]);
});
