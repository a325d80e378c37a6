import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { knownPlace } from '#server/places/places.ts';
import { Secret } from '#server/platform/secret.ts';

import type { AnswerQuery } from '../answer-query.ts';
import { toGsm7 } from '../format/transliterate.ts';
import { measureSms } from '../gsm7.ts';
import { type Answer, answerBefore, type Question, questionBefore } from '../question.ts';
import { saysTimeOrDateHere } from './clock.ts';
import { compute, computeFollowUp } from './compute.ts';
import { plainQuestion } from './plain-question.ts';
import type { Asker } from './reader.ts';

type ComputedDeps = { readonly bufferedCounters: Pick<BufferedCounters, 'add'> };

/**
 * Answers what can be computed here (compute.ts), exactly and at no cost, also while no model can be asked; all other
 * questions go to `askOthers`, and so does the wish for more about a computed answer.
 */
export function withComputed({ bufferedCounters }: ComputedDeps, askOthers: AnswerQuery): AnswerQuery {
  return async function answerQuery(question, signal, waitInterruptibly) {
    signal.throwIfAborted();
    const text = computed(question, new Date());
    if (text === null) return askOthers(question, signal, waitInterruptibly);
    bufferedCounters.add('answers.computed');
    return answerOf(text);
  };
}

/** Right after a question they ask when that is, and not what the clock shows, unless the clock answered it. */
const asksWhen = /^(?:(?:and|but) )?what (?:time|day|date|day of the week)$/;

function computed({ body, earlier, home, timeZone, language, wantsMore }: Question, now: Date): string | null {
  if (wantsMore) return null;
  const asker: Asker = { now, timeZone, home: home && knownPlace(home), language };
  const before = questionBefore({ earlier });
  const text = body.reveal();
  if (before === null) return compute(text, asker);
  if (asksWhen.test(plainQuestion(text) ?? '') && !saysTimeOrDateHere(answerBefore({ earlier }))) return null;
  return compute(text, asker) ?? computeFollowUp(text, before, asker);
}

function answerOf(text: string): Answer {
  const body = toGsm7(text);
  const { segments, encoding } = measureSms(body);
  return { body: new Secret(body), segments, encoding, microdollars: 0, isCut: false, provider: 'computed' };
}
