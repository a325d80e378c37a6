import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { newTotp, stepOfCode } from './one-time-code.ts';

test('codes are those of RFC 6238, appendix B', () => {
  const shared = Buffer.from('12345678901234567890');
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    expect(stepOfCode(shared, new Secret(code), seconds * 1000), code).toBe(Math.floor(seconds / 30));
  }
});

test('a clock may be one step off and no more, and the code identifies its step', () => {
  const shared = Buffer.from('12345678901234567890');
  const code = new Secret('005924');
  const step = Math.floor(1234567890 / 30);
  const at = (steps: number) => stepOfCode(shared, code, (step + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

test('a new secret has 160 bits, and its link names the service and the operator', () => {
  const { bytes, uri, base32 } = newTotp({ issuer: 'Askline', label: 'ann' });
  expect(bytes).toHaveLength(20);
  expect(uri.reveal()).toMatch(/^otpauth:\/\/totp\/Askline:ann\?issuer=Askline&secret=[A-Z2-7]{32}&/);
  expect(uri.reveal()).toContain(base32.reveal());
  expect(newTotp({ issuer: 'Askline', label: 'ann' }).base32.reveal()).not.toBe(base32.reveal());
});
