import { expect, test } from 'vitest';

import { brand } from '#contract/brand.ts';
import { consent } from '#contract/consent.ts';
import { replies, welcomeText } from '#server/texting/rules/replies.ts';

import { registrationTexts } from './registration-texts.ts';

const entriesOf = (start: string): string[] =>
  registrationTexts().flatMap(({ name, entries }) => (name.startsWith(start) ? entries : []));

test('the samples have the welcome that asks for YES and the reply to a stranger, in the words that are sent', () => {
  const samples = entriesOf('Samples');
  for (const language of ['en', 'es'] as const) {
    expect(samples).toContain(welcomeText('+12025550100', language));
    expect(samples).toContain(replies.promo[language]);
    // No code path sends it.
    expect(samples).not.toContain(replies.opt_in_ask[language]);
  }
});

test('what is filed names each way to opt in, and each kind of text', () => {
  const [optIn] = entriesOf('How people opt in');
  for (const part of [consent.messaging, consent.helper.messaging, 'JOIN']) expect(optIn).toContain(part);
  const [description] = entriesOf('Description');
  for (const part of ['codes', 'YES', 'without a plan', 'service notices', 'STOP, START, HELP', 'emergency']) {
    expect(description).toContain(part);
  }
  // The toll-free form takes 500 characters; a name may have 24 (server/config/brand.ts).
  expect(description!.replaceAll(brand.name, 'N'.repeat(24)).length).toBeLessThanOrEqual(500);
});
