import { expect, test } from 'vitest';

import { accountWords, isAboutUsPhones, isPhoneTaken, isVerifiedByOther, needsConfirmation } from './account-words.ts';

test('no sentence of the server can end a session by accident', () => {
  for (const sentence of Object.values(accountWords)) expect(sentence).not.toMatch(/\d/);
});

test('the pages recognise each sentence that they treat differently, and no other', () => {
  const all = Object.values(accountWords);
  expect(all.filter(needsConfirmation)).toEqual([
    accountWords.notConfirmed,
    accountWords.notConfirmedNoCode,
    accountWords.useCognito,
  ]);
  expect(all.filter(isPhoneTaken)).toEqual([accountWords.phoneTaken]);
  expect(all.filter(isAboutUsPhones)).toEqual([accountWords.phoneNotUs]);
  expect(all.filter(isVerifiedByOther)).toEqual([accountWords.phoneOfOther]);
});
