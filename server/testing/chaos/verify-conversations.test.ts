import { expect, test } from 'vitest';

import type { Said } from './conversation.ts';
import type { Evidence, InboundRow, SentText } from './evidence.ts';
import { checkConversations, timesRead } from './verify-conversations.ts';

const said: readonly (readonly [Said['kind'], string])[] = [
  ['question', 'who is abc'],
  ['follow_up', 'and def'],
  ['forget', 'FORGET'],
  ['question', 'ghi meaning'],
  ['follow_up', 'what about jkl'],
  ['more', 'MORE'],
];
const at = (second: number): Date => new Date(Date.UTC(2026, 10, 23, 3, 0, second));
const person = { phone: '+13122000000', role: 'subscriber' } as const;
const backwards = (words: string): string => Array.from(words).reverse().join('');

/**
 * A conversation in which each text is done before the next one, `seconds` after it, and what the phone shows.
 * @returns the faults
 */
function faultsOf(answers: readonly (readonly [asked: string, after: string])[], seconds = 6): string[] {
  const sent = said.map(([kind, body], nth): SentText => {
    return { kind, body, word: null, sid: String(nth), person, sentAt: at(seconds * nth) };
  });
  const inbound = sent.map(({ sid, kind }, nth): InboundRow => {
    const accepted = kind === 'question' || kind === 'follow_up';
    const done = { outcome: 'answered', reply: 'answer', counted: accepted };
    return { sid, sender: '', kind, accepted, ...done, receivedAt: at(seconds * nth), closedAt: at(seconds * nth + 1) };
  });
  const received = new Map([[person.phone, answers.map((words) => words.map(backwards).join(' after '))]]);
  const evidence: Evidence = {
    ledger: [],
    inbound,
    outbound: [],
    optOuts: new Map(),
    counters: new Map(),
    homes: new Map(),
    received,
  };
  const faults: string[] = [];
  checkConversations(sent, evidence, (what, offenders) => {
    if (offenders.length > 0) faults.push(what);
    return offenders.length;
  });
  return faults;
}

test('a recalled question must be the last one of the same phone, and not forgotten', () => {
  expect(faultsOf([['and def', 'who is abc']])).toEqual([]);
  expect(faultsOf([['what about jkl', 'ghi meaning']])).toEqual([]);
  expect(faultsOf([['what about jkl', 'who is mno']])).toEqual(['recalled what this phone had not asked']);
  expect(faultsOf([['what about jkl', 'and def']])).toEqual([
    'recalled what was forgotten',
    'recalled an older question than the last one',
  ]);
  // A text that the carrier lists in the same second as the previous one.
  expect(faultsOf([['what about jkl', 'and def']], 2)).toEqual(['recalled what was forgotten']);
  // No MORE was answered.
  expect(faultsOf([['what about jkl', 'what about jkl']])).toEqual(['more was told than asked for']);
});

test('what MORE brings is not the same answer again', () => {
  const texts = ['cba si ohw', 'cba si ohw after cba si ohw', 'fed dna after cba si ohw'];
  expect(timesRead(texts, { body: 'who is abc' })).toBe(1);
  expect(timesRead(texts, { body: 'and def' })).toBe(1);
});
