import { expect, test } from 'vitest';

import type { Answer, Question } from '#server/answers/question.ts';
import { Tracing } from '#server/observability/tracing/tracing.ts';
import { Secret } from '#server/platform/secret.ts';

import { EarlyAnswers } from './early-answers.ts';
import { PlaintextCache } from './plaintext-cache.ts';

const tracing = new Tracing('key');
const text = {
  sid: 'SM1',
  sender: '+12125550142',
  home: null,
  language: 'en',
  timeLeftMs: 120_000,
  hasMemory: true,
} as const;

/** A model that answers when the test says so, or never. */
function askedUnderTest() {
  const calls: { readonly question: Question; readonly signal: AbortSignal }[] = [];
  const answer = Promise.withResolvers<Answer>();
  const plaintextCache = new PlaintextCache();
  plaintextCache.keepQuestion(text.sid, new Secret('who wrote moby dick'));
  const answerQuery = (question: Question, signal: AbortSignal): Promise<Answer> => {
    calls.push({ question, signal });
    return answer.promise;
  };
  return { calls, answer, early: new EarlyAnswers({ answerQuery, plaintextCache, deadlineMs: 120_000, tracing }) };
}

test('the work on the text takes the answer, once, and its signal ends the call from then on', async () => {
  const { calls, answer, early } = askedUnderTest();
  early.ask(text);
  const work = new AbortController();
  const taken = early.take(text.sid, work.signal);
  expect(early.take(text.sid, work.signal)).toBeNull();
  early.drop(text.sid);
  expect(calls.map(({ question, signal }) => [question.budgetMs, signal.aborted])).toEqual([[110_000, false]]);
  const reason = new Error('the sender opted out');
  work.abort(reason);
  expect(calls[0]?.signal.reason).toBe(reason);
  const said = {
    body: new Secret('Melville'),
    segments: 1,
    encoding: 'gsm7',
    isCut: false,
    microdollars: null,
    provider: 'perplexity',
  } as const;
  answer.resolve(said);
  expect(await taken).toBe(said);
});

test('of a text that is not stored the call is aborted and the answer dropped', () => {
  const { calls, answer, early } = askedUnderTest();
  early.ask(text);
  early.drop(text.sid);
  answer.reject(new Error('aborted'));
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(early.take(text.sid, new AbortController().signal)).toBeNull();
});

test('a follow-up is not asked before it is stored, where the account has memory', () => {
  const cache = new PlaintextCache();
  cache.keepQuestion(text.sid, new Secret('and tomorrow?'));
  const asked: string[] = [];
  const answerQuery = ({ body }: Question): Promise<Answer> => {
    asked.push(body.reveal());
    return Promise.withResolvers<Answer>().promise;
  };
  const early = new EarlyAnswers({ answerQuery, plaintextCache: cache, deadlineMs: 120_000, tracing });
  early.ask(text);
  expect(asked).toEqual([]);
  early.ask({ ...text, hasMemory: false });
  expect(asked).toEqual(['and tomorrow?']);
});

test('the model is not asked for a text whose time is over, or whose question is not in memory', () => {
  const { calls, early } = askedUnderTest();
  early.ask({ ...text, timeLeftMs: 10_000 });
  early.ask({ ...text, sid: 'SM2' });
  expect(calls).toEqual([]);
});
