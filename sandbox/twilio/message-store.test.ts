import { expect, test } from 'vitest';

import { createMessageStore } from './message-store.ts';
import type { Message } from './message.ts';

const at = new Date('2026-11-20T12:00:00Z');

function message(sid: string, from: string, to: string): Message {
  return {
    sid,
    from,
    to,
    direction: 'inbound',
    body: sid,
    handsetBody: sid,
    bodyHash: '',
    segments: 1,
    encoding: 'GSM-7',
    media: [],
    status: 'received',
    errorCode: null,
    createdAt: at,
    updatedAt: at,
    sentAt: at,
    finalAt: at,
    listedFrom: at,
    steps: [],
    webhook: null,
    redactedAt: null,
    isSenderGiven: true,
    isLogged: true,
    messagingServiceSid: null,
    statusCallback: null,
    validityPeriodS: 1,
  };
}

test('a full store drops the oldest messages everywhere and counts them', () => {
  const store = createMessageStore(10);
  for (let i = 0; i < 12; i += 1) store.add(message(`SM${i}`, i === 0 ? 'first' : 'phone', 'service'));
  expect(store.evicted).toBe(2);
  expect(store.all()).toHaveLength(10);
  expect(store.find('SM0')).toBeUndefined();
  expect(store.ofPhone('first')).toEqual([]);
  expect(store.list({ to: 'service' }, { now: at, limit: 99 }).map(({ sid }) => sid)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => `SM${i}`),
  );
});

test('a page continues after its token', () => {
  const store = createMessageStore();
  for (const sid of ['SM1', 'SM2', 'SM3', 'SM4']) store.add(message(sid, 'phone', 'service'));
  const page = store.list({ from: 'phone' }, { now: at, limit: 2 });
  expect(page.map(({ sid }) => sid)).toEqual(['SM4', 'SM3']);
  expect(store.list({}, { now: at, limit: 9, afterSid: 'SM3' }).map(({ sid }) => sid)).toEqual(['SM2', 'SM1']);
});
