import type { Language } from '#contract/language.ts';
import type { AnswerQuery } from '#server/answers/answer-query.ts';
import { measureSms, tollFreeCapacity } from '#server/answers/gsm7.ts';
import type { Answer } from '#server/answers/question.ts';
import type { Place } from '#server/places/places.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { Secret } from '#server/platform/secret.ts';

import { refersBack } from '../rules/follow-up.ts';
import { moreHint } from '../rules/replies.ts';
import type { EarlyAnswers } from './early-answers.ts';
import type { LeasedWork } from './leased-work.ts';
import { questionOf } from './model-question.ts';
import type { OutgoingReply } from './plaintext-cache.ts';
import type { Recall } from './recall.ts';
import type { SenderWakeups } from './sender-wakeups.ts';

export type AnswerToDeps = {
  readonly answerQuery: AnswerQuery;
  readonly earlyAnswers: Pick<EarlyAnswers, 'take' | 'drop'>;
  readonly recall: Recall;
  readonly wakeups: SenderWakeups;
  /** The home place of the account of a phone; null without one. @throws when the database cannot say */
  readonly homeOf: (sender: string) => Promise<Place | null>;
};

/**
 * The model's answer to a text: with the question before it where it refers to that, and with the offer of more where
 * something was left out.
 * @returns null for MORE when there is nothing to recall
 * @throws NoAnswer, and the abort reason of the work's signal
 */
export async function answerTo(
  deps: AnswerToDeps,
  work: LeasedWork,
  plaintext: Secret,
  budgetMs: () => number,
): Promise<OutgoingReply | null> {
  const { lease, signal, waitInterruptibly } = work;
  const early = deps.earlyAnswers.take(lease.sid, signal);
  if (early !== null) {
    crashPoint('ai.sent');
    return offeringMore(await early, lease);
  }
  const refers = refersBack(plaintext.reveal());
  const [earlier, home] = await Promise.all([
    refers !== null && lease.hasMemory ? deps.recall(work, deps.wakeups) : [],
    // No answer waits for the home place, or fails without it.
    deps.homeOf(lease.sender).catch(() => null),
  ]);
  const [last] = earlier;
  const wantsMore = refers === 'more';
  if (wantsMore && last === undefined) return null;
  crashPoint('ai.sent');
  // For MORE, the question comes again: only the last turn drives the search.
  const body = wantsMore && last !== undefined ? last.text : plaintext;
  const asker = { sender: lease.sender, home, language: lease.language, budgetMs: budgetMs() };
  const answer = await deps.answerQuery(questionOf({ body, earlier, wantsMore }, asker), signal, waitInterruptibly);
  const answers = earlier.filter(({ role }) => role === 'assistant').length;
  // MORE adds twice (`moreMax`, sender-state.repo.ts), so the second time does not offer more.
  return wantsMore && answers > 1 ? answer : offeringMore(answer, lease);
}

function offeringMore(answer: Answer, { hasMemory, language }: LeasedWork['lease']): OutgoingReply {
  return hasMemory ? withMoreHint(answer, language) : answer;
}

/** Says that there is more where something was left out, if that costs no segment, from any kind of number. */
export function withMoreHint(answer: Pick<Answer, 'isCut'> & OutgoingReply, language: Language): OutgoingReply {
  if (!answer.isCut) return answer;
  const body = answer.body.reveal();
  const hinted = `${body} ${moreHint[language]}`;
  const isFree = [undefined, tollFreeCapacity].every(
    (capacity) => measureSms(hinted, capacity).segments <= measureSms(body, capacity).segments,
  );
  return isFree ? { ...answer, body: new Secret(hinted) } : answer;
}
