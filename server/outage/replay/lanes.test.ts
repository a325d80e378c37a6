import fc from 'fast-check';
import { expect, test } from 'vitest';

import { journaledText } from '#server/testing/journals.ts';

import { receivedOperation } from '../journal/journaled-text.ts';
import { type Operation, senderOf } from '../journal/operations.ts';
import { inLanes } from './lanes.ts';

const { body } = journaledText() as Extract<Operation, { type: 'inbound.insert' }>;

/** Texts of a few phones, each followed somewhere by reports on it, some of texts that are not among them. */
const entries = fc
  .array(fc.record({ phone: fc.nat(6), text: fc.nat(20), isReport: fc.boolean() }), { maxLength: 60 })
  .map((picks) =>
    picks.map(({ phone, text, isReport }, at): Operation => {
      // A text is one phone's, whatever was drawn for it.
      const owner = isReport ? phone : text % 7;
      const sid = `SM${String(text).padStart(32, '0')}`;
      if (!isReport) return receivedOperation({ ...body, sid, sender: `+1312555010${owner}`, receivedAt: at });
      const report = { id: null, sid, status: 'sent', code: null };
      return { type: 'status.callback', id: `${sid}:${at}`, key: sid, at, body: report };
    }),
  );

test('what belongs to one text, or to one sender after it, stays in one lane and in its order', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 4 }), (all, count) => {
      const lanes = inLanes(all, count);
      expect(lanes.length).toBeLessThanOrEqual(count);
      expect(lanes.flat()).toHaveLength(all.length);
      const place = new Map(all.map((entry, index) => [entry, index]));
      for (const lane of lanes) {
        expect(lane.map((entry) => place.get(entry))).toEqual(
          lane.map((entry) => place.get(entry)).toSorted((a = 0, b = 0) => a - b),
        );
      }
      for (const own of [({ key }: Operation) => key, senderOf]) {
        const laneOf = new Map<string, number>();
        for (const [nth, lane] of lanes.entries()) {
          for (const entry of lane) {
            const name = own(entry);
            if (name !== null) expect(laneOf.get(name) ?? nth).toBe(nth);
            if (name !== null) laneOf.set(name, nth);
          }
        }
      }
    }),
  );
});
