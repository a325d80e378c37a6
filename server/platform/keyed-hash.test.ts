import { createHmac } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { keyedHash } from './keyed-hash.ts';

const lengths = ['', 'x', 'é'.repeat(1365), 'é'.repeat(1366), '😀'.repeat(2000), 'x'.repeat(70_000), '\ud800 alone'];

test.each([
  ['sha1', 'base64'],
  ['sha256', 'hex'],
] as const)('%s in %s is the HMAC that Node computes, for any key and message', (algorithm, encoding) => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...lengths));
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 4 }), (key, messages) => {
      const hashed = keyedHash(algorithm, key, encoding);
      const due = messages.map((message) => createHmac(algorithm, key).update(message).digest(encoding));
      expect(messages.map(hashed)).toEqual(due);
    }),
  );
});
