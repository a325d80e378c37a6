import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { stripeStatuses } from '#contract/subscription.ts';

import { decodePhone, encodePhone, keyBytes, keyOfName, nameOf, partCount, RecordParts } from './records.ts';

const row = fc.record({
  number: fc.constant('+13122000001'),
  phoneId: fc.uuid(),
  userId: fc.uuid(),
  isVerified: fc.boolean(),
  awaitsYes: fc.boolean(),
  status: fc.constantFrom(...stripeStatuses, null),
  answersUntil: fc.option(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })),
});

test('a phone is read from the snapshot as it was written', () => {
  fc.assert(
    fc.property(row, ({ phoneId, userId, isVerified, awaitsYes, status, answersUntil, number }) => {
      const record = encodePhone({ number, phoneId, userId, isVerified, awaitsYes, status, answersUntil });
      const subscription = status === null || answersUntil === null ? null : { status, answersUntil };
      expect(decodePhone(record)).toEqual({ id: phoneId, userId, isVerified, awaitsYes, subscription });
    }),
  );
});

test('a record of another shape is no phone', () => {
  expect(decodePhone(new Uint8Array(0))).toBeNull();
  expect(decodePhone(new Uint8Array(38))).toBeNull();
});

test('records come back part by part, whatever the order in which they were added', () => {
  const key = fc.uint8Array({ minLength: keyBytes, maxLength: keyBytes });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.uint8Array({ minLength: 1, maxLength: 1 }))), (records) => {
      const parts = new RecordParts(1);
      for (const [one, body] of records) parts.add(one, body);
      const found = new Map<string, Uint8Array>();
      for (let part = 0; part < partCount; part += 1) {
        for (const [name, body] of parts.of(part, (_one, other) => other)) {
          expect(keyOfName(name)[0]).toBe(part);
          found.set(name, Uint8Array.from(body));
        }
      }
      expect(found).toEqual(new Map(records.map(([one, body]) => [nameOf(one), body])));
    }),
  );
});

test('of several records with one key the given one stands', () => {
  const parts = new RecordParts(1);
  const key = Buffer.from(randomUUID().slice(0, keyBytes));
  for (const body of [0, 1, 0]) parts.add(key, Uint8Array.of(body));
  const merged = parts.of(key[0] ?? 0, (one, other) => (one[0] === 1 ? one : other));
  expect([...merged.values()].map(([body]) => body)).toEqual([1]);
});
