import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';

import { replies } from '../replies.ts';

test('an unknown sender gets the promo once ever, then silence', async () => {
  await using it = await startTestApp();
  const stranger = it.phone();
  await it.text(stranger, 'weather in chicago');
  await it.text(stranger, 'hello? weather in chicago');
  await it.text(stranger, 'is anybody there to tell me the weather');
  expect(await it.finalReplies(stranger, 1)).toEqual([replies.promo.en]);
});

test('STOP silences a subscriber until START', async () => {
  await using it = await startTestApp({
    settings: { TWILIO_OPT_OUT_REPLIES: 'app' },
    sandbox: { TWILIO_OPT_OUT_REPLIES: 'app' },
  });
  const phone = it.phone();
  await it.subscriber(phone);
  await it.text(phone, 'stop');
  expect(await it.finalReplies(phone, 1)).toEqual([replies.stop.en]);
  await it.text(phone, 'HELP');
  await it.text(phone, 'what is the capital of ohio');
  await it.text(phone, 'Start');
  expect(await it.finalReplies(phone, 2)).toEqual([replies.stop.en, replies.start.en]);
});
