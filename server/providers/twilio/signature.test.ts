import fc from 'fast-check';
import twilio from 'twilio';
import { expect, test } from 'vitest';

import { webhookSignatures } from './signature.ts';

const token = 'the auth token';
const isSigned = webhookSignatures(token);
const url = 'https://askline.example/webhooks/twilio/messages';
const sign = (params: Record<string, string | string[]>, at = url): string =>
  twilio.getExpectedTwilioSignature(token, at, params as Record<string, string>);

test('every form that the official library signs is accepted, and no other', () => {
  const value = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }));
  const form = fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(value, fc.array(value, { minLength: 2 })));
  fc.assert(
    fc.property(form, fc.string({ minLength: 1 }), (params, name) => {
      const signature = sign(params);
      expect(isSigned({ url, params, signature })).toBe(true);
      const more = { ...params, [name]: `${String(params[name])}x` };
      expect(isSigned({ url, params: more, signature })).toBe(twilio.validateRequest(token, signature, url, more));
      expect(webhookSignatures('another')({ url, params, signature })).toBe(false);
    }),
  );
});

test.each([
  [url, url],
  [url, url.replace('.example', '.example:443')],
  ['http://127.0.0.1:3000/a?o=1', 'http://127.0.0.1:3000/a?o=1'],
  ['http://127.0.0.1:3000/a?o=1', 'http://127.0.0.1/a?o=1'],
  ['http://[::1]:3000/a', 'http://[::1]:3000/a'],
  ['http://askline.example/a', 'http://askline.example:80/a'],
])('a webhook to %s may be signed as %s', (configured, signed) => {
  const params = { From: '+12125550142' };
  expect(isSigned({ url: configured, params, signature: sign(params, signed) })).toBe(true);
});

test.each(['', 'x', 'Zm9yZ2Vk', sign({}, 'http://askline.example/webhooks/twilio/messages'), sign({}, `${url}?o=1`)])(
  'the signature %j is refused',
  (signature) => {
    expect(isSigned({ url, params: {}, signature })).toBe(false);
  },
);
