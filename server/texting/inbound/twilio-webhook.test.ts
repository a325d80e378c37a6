import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readInboundForm, verifiedForm, type WebhookDeps } from './twilio-webhook.ts';

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

const text = { MessageSid: `MM${'0'.repeat(32)}`, AccountSid: 'AC', From: '+12125550142', To: '+12025550100' };
const read = { sid: text.MessageSid, account: 'AC', from: text.From, to: text.To, body: '', mediaTypes: [] };
const longest = 'x'.repeat(20_000);

const noNumbers = ['0', '', '21', '-1', '1.5', '1e400', 'x', ['1', '1']];
const texts: readonly { readonly form: Record<string, string | string[]>; readonly due: object }[] = [
  { form: {}, due: {} },
  { form: { Body: longest, Unknown: ['a', 'b'] }, due: { body: longest } },
  { form: { From: '729725', To: 'Bank é' }, due: { from: '729725', to: 'Bank é' } },
  { form: { NumMedia: '2', MediaContentType0: 'image/png' }, due: { mediaTypes: ['image/png', ''] } },
  { form: { NumMedia: '20' }, due: { mediaTypes: Array.from({ length: 20 }, () => '') } },
  ...noNumbers.map((NumMedia) => ({ form: { NumMedia }, due: {} })),
  { form: { OptOutType: ['STOP', 'HELP'] }, due: { optOutType: ['STOP', 'HELP'] } },
];

test.each(texts)('a text with $form is read', ({ form, due }) => {
  expect(readInboundForm({ ...text, ...form })).toEqual({ ...read, ...due });
});

const noTexts: readonly Record<string, string | string[]>[] = [
  { MessageSid: `SM${'0'.repeat(31)}` },
  { MessageSid: `SM${'0'.repeat(32)}\n` },
  { MessageSid: [text.MessageSid, text.MessageSid] },
  { AccountSid: ['AC', 'AC'] },
  { From: '' },
  { From: '+12125550142\0' },
  { From: 'x'.repeat(21) },
  { To: [text.To, text.To] },
  { Body: ['hi', 'there'] },
  { Body: `${longest}x` },
];

test.each(noTexts)('a form with %j is no text', (form) => {
  expect(readInboundForm({ ...text, ...form })).toBeNull();
});

test.each(['MessageSid', 'AccountSid', 'From', 'To'])('a form without %s is no text', (name) => {
  expect(readInboundForm(Object.fromEntries(Object.entries(text).filter(([known]) => known !== name)))).toBeNull();
});
