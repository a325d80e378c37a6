import { findPlace } from '#server/places/places.ts';
import { seededRandom } from '#server/testing/seeded-random.ts';
import { anyPattern } from '#server/texting/rules/keywords/any-pattern.ts';
import { crisisPatterns } from '#server/texting/rules/keywords/crisis-patterns.ts';
import { inPlainSpelling, plainClause } from '#server/texting/rules/keywords/crisis-spelling.ts';
import { understand } from '#server/texting/rules/understand.ts';

import type { Bench } from './measure.ts';
import { questions } from './quality/questions.ts';
import { typings } from './quality/typing.ts';

const ROUNDS = 9;

/**
 * The processor time of understanding a text, over the questions of `answers-quality` as people type them: the first
 * one of a process, which compiles the patterns, and the mean of all (of the fastest round). Then the search
 * for danger, next to one search for each pattern and to one for all of them, in turns.
 */
export const bench: Bench = () => {
  const typed = typings.flatMap((type) => questions.map(({ question }) => type(question, seededRandom(1))));
  const texts = [...new Set(typed)];
  const first = timed([texts[0] ?? ''], readAsQuestion);
  const clauses = texts.map((text) => inPlainSpelling(plainClause(text)));
  const together = anyPattern(crisisPatterns);
  const joined = new RegExp(crisisPatterns.map(({ source }) => source).join('|'), 'm');
  const contestants = {
    'understanding a text': () => timed(texts, readAsQuestion),
    'danger in a text': () => timed(clauses, together),
    'the same, a search for each pattern': () =>
      timed(clauses, (clause) => crisisPatterns.some((pattern) => clause.search(pattern) >= 0)),
    'the same, one search for all': () => timed(clauses, (clause) => joined.test(clause)),
  };
  const rounds = Array.from({ length: ROUNDS }, () => Object.values(contestants).map((run) => run()));
  const fastest = Object.keys(contestants).map((what, nth) => ({
    what,
    value: Math.min(...rounds.map((round) => round[nth] ?? Number.NaN)),
    unit: 'microseconds',
  }));
  return Promise.resolve([{ what: 'the first text of a process', value: first / 1000, unit: 'ms' }, ...fastest]);
};

function readAsQuestion(body: string): unknown {
  const text = { from: '+13125550142', body, mediaTypes: [], carrierKeyword: null, sentAt: null };
  return understand(text, { serviceNumbers: [], optOutReplies: 'carrier', findPlace });
}

/** @returns microseconds a text */
function timed(texts: readonly string[], work: (text: string) => unknown): number {
  const start = process.hrtime.bigint();
  for (const text of texts) work(text);
  return Number(process.hrtime.bigint() - start) / 1000 / texts.length;
}
