import { expect, test } from 'vitest';

import { isSelfCheckProof, selfCheckProof } from './self-check.ts';

const secret = 'a secret of the tests';
const at = Date.UTC(2026, 10, 26);
const minute = 60_000;

test('the proof of the doctor opens for five minutes, and only with the secret', () => {
  const proof = selfCheckProof(secret, at);
  for (const later of [-4 * minute, 0, 4 * minute]) expect(isSelfCheckProof(secret, proof, at + later)).toBe(true);
  for (const later of [-6 * minute, 6 * minute]) expect(isSelfCheckProof(secret, proof, at + later)).toBe(false);
  expect(isSelfCheckProof('another secret', proof, at)).toBe(false);
  const moved = proof.replace(String(at), String(at + minute));
  for (const wrong of [undefined, '', 'Doctor ', `${proof}0`, moved])
    expect(isSelfCheckProof(secret, wrong, at)).toBe(false);
});
