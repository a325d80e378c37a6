import { expect, test } from 'vitest';

import { accountCopy, isAboutUsPhones, isPhoneTaken, isVerifiedByOther, needsConfirmation } from './account-copy.ts';

test('no sentence of the server can end a session by accident', () => {
  for (const sentence of Object.values(accountCopy)) expect(sentence).not.toMatch(/\d/);
});

test('the pages recognize each sentence that they treat differently, and no other', () => {
  const all = Object.values(accountCopy);
  expect(all.filter(needsConfirmation)).toEqual([
    accountCopy.notConfirmed,
    accountCopy.notConfirmedNoCode,
    accountCopy.useCognito,
  ]);
  expect(all.filter(isPhoneTaken)).toEqual([accountCopy.phoneTaken]);
  expect(all.filter(isAboutUsPhones)).toEqual([accountCopy.phoneNotUs]);
  expect(all.filter(isVerifiedByOther)).toEqual([accountCopy.phoneOfOther]);
});
