import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';

import { replies } from '../replies.ts';

test('an unknown sender gets the promo once ever, then silence', async () => {
  await using app = await startTestApp();
  const stranger = app.phone();
  await app.text(stranger, 'weather in chicago');
  await app.text(stranger, 'hello? weather in chicago');
  await app.text(stranger, 'is anybody there to tell me the weather');
  expect(await app.finalReplies(stranger, 1)).toEqual([replies.promo.en]);
});

test('STOP silences a subscriber until START', async () => {
  await using app = await startTestApp({
    settings: { TWILIO_OPT_OUT_REPLIES: 'app' },
    sandbox: { TWILIO_OPT_OUT_REPLIES: 'app' },
  });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'stop');
  expect(await app.finalReplies(phone, 1)).toEqual([replies.stop.en]);
  await app.text(phone, 'HELP');
  await app.text(phone, 'what is the capital of ohio');
  await app.text(phone, 'Start');
  expect(await app.finalReplies(phone, 2)).toEqual([replies.stop.en, replies.start.en]);
});
