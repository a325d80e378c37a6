import { expect, test } from 'vitest';

import { attributesOf, deliveryOf, failureOf } from './span-facts.ts';

test('a span says codes of closed lists and small numbers, and nothing else', () => {
  const said = {
    via: 'webhook',
    provider: 'perplexity',
    outcome: 'is my sister sick',
    failure: '+12125550142',
    code: 30_001,
    segments: 12_125_550_142,
    lease: 1.5,
    body: 'words',
    constructor: 'answered',
  };
  const kept = { 'askline.via': 'webhook', 'askline.provider': 'perplexity', 'askline.code': 30_001 };
  expect(attributesOf(said)).toEqual(kept);
});

test('what others say counts only as far as it is known', () => {
  expect(deliveryOf('delivered')).toBe('delivered');
  expect(deliveryOf('called_bob')).toBeUndefined();
  expect(failureOf(Object.assign(new Error('words'), { kind: 'rate_limited' }))).toBe('rate_limited');
  expect([new Error('words'), { kind: 'words' }, null].map(failureOf)).toEqual(['other', 'other', 'other']);
});
