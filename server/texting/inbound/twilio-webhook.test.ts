import fc from 'fast-check';
import { expect, test } from 'vitest';

import { verifiedForm, type WebhookDeps } from './twilio-webhook.ts';

/** A webhook that counts how often its body is read, and its signature checked, which is always right. */
function webhookOf(body: string, signature?: string) {
  const seen = { reads: 0, checks: 0, refusals: [] as unknown[] };
  const deps: WebhookDeps = {
    carrier: {
      isSigned() {
        seen.checks += 1;
        return true;
      },
    },
    publicUrl: 'https://askline.example',
    accountSid: `AC${'0'.repeat(32)}`,
    serviceNumbers: ['+12025550100'],
    securityLog: {
      warn: (fields: unknown) => void seen.refusals.push(fields),
    },
  };
  const headers = signature === undefined ? {} : { 'x-twilio-signature': signature };
  const request = {
    headers,
    raw: { url: '/webhooks/twilio/messages' },
    get body() {
      seen.reads += 1;
      return body;
    },
  };
  return { seen, verify: () => verifiedForm(deps, request) };
}

const ofStranger = [{ event: 'webhook_refused', provider: 'carrier', kind: 'unsigned' }];
// The most that a webhook may have: its values were copied once for each repetition, which took eight seconds.
const repeated = 'a&'.repeat(32_768);

test.each([undefined, ''])('a webhook with the signature %j is refused unread', (signature) => {
  const { seen, verify } = webhookOf(repeated, signature);
  expect(verify).toThrow('not signed by the carrier');
  expect(seen).toEqual({ reads: 0, checks: 0, refusals: ofStranger });
});

test('a form with more parameters than a text can have is refused before its signature is computed', () => {
  const { seen, verify } = webhookOf(repeated, 'Zm9yZ2Vk');
  expect(verify).toThrow('not signed by the carrier');
  expect(seen).toMatchObject({ checks: 0, refusals: ofStranger });
});

test('the signature covers every repetition of a parameter, in order', () => {
  const { verify } = webhookOf('a=1&b=2&a=3&a=&b=', 'c2lnbmVk');
  expect({ ...verify() }).toEqual({ a: ['1', '3', ''], b: ['2', ''] });
});

test('a form is read as the standard has it, whatever it is', () => {
  const piece = fc.constantFrom('a', 'Body', '%', '%4', '%41', '%2B', '%26', '%C3%A9', '%C3', '%EF%BB%BF', '%ED%A0%80');
  const sign = fc.constantFrom('&', '&', '=', '=', '+', '?', 'é', '😀', '\ud800', '\0', '__proto__');
  const body = fc.array(fc.oneof(piece, sign, fc.string({ maxLength: 3 })), { maxLength: 20 });
  fc.assert(
    fc.property(body, (pieces) => {
      const { verify } = webhookOf(pieces.join(''), 'c2lnbmVk');
      const due = new Map<string, string[]>();
      for (const [name, value] of new URLSearchParams(pieces.join('')))
        due.set(name, [...(due.get(name) ?? []), value]);
      const form = Object.entries(verify()).map(([name, value]): [string, string[]] => [name, [value].flat()]);
      expect(new Map(form)).toEqual(due);
    }),
    { numRuns: 2000 },
  );
});
