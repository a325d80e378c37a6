import type { Language } from '#contract/language.ts';
import { NoAnswer } from '#server/answers/answer-query.ts';
import { measureSms } from '#server/answers/gsm7.ts';
import type { Purpose } from '#server/db/schema.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { counterCode } from '#server/observability/counter-names.ts';
import { placeName } from '#server/places/places.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { hourMs } from '#server/platform/durations.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier, TextPriority } from '#server/providers/ports/carrier.ts';

import { fixedReplyAgeMaxMs } from '../rules/decide-reply.ts';
import { type FixedReply, homeText, homeToldText, replies } from '../rules/replies.ts';
import type { Lease } from '../store/text-store.ts';
import { type AnswerToDeps, answerTo } from './answer-to.ts';
import type { LeasedWork } from './leased-work.ts';
import { modelBudgetMs } from './model-question.ts';
import type { OutgoingReply, PlaintextCache } from './plaintext-cache.ts';

export type ChooseReplyDeps = AnswerToDeps & {
  readonly carrier: Pick<Carrier, 'fetch'>;
  readonly plaintextCache: PlaintextCache;
  readonly deadlineMs: number;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
};

/** A reply, what it is for, and how urgent it is. */
export type ChosenReply = OutgoingReply & {
  readonly purpose: Purpose;
  readonly priority: TextPriority;
  readonly isLate: boolean;
};

const apologyAgeMaxMs = hourMs;

/** The model's answer, the apology if there is none in time, or the fixed reply that is due. */
export async function chooseReply(deps: ChooseReplyDeps, work: LeasedWork): Promise<ChosenReply> {
  const { lease, clock } = work;
  const { reply, language, sid } = lease;
  const isLate = false;
  const apology = apologyIn(language);
  if (reply !== 'answer') {
    const text = await textOf(deps, reply, lease);
    return { ...outgoing(text), purpose: purposes[reply], priority: priorityOf(reply), isLate };
  }
  const answer = { purpose: 'answer', priority: 'answer', isLate } as const;
  const ready = deps.plaintextCache.reply(sid);
  if (ready !== null) return { ...ready, ...answer };
  const budgetMs = (): number => modelBudgetMs(clock.timeLeftMs(), deps.deadlineMs);
  const isOver = (): boolean => budgetMs() <= 0;
  if (isOver()) return apology;
  try {
    const plaintext = await plaintextOf(deps, lease);
    if (plaintext === null || isOver()) return apology;
    const said = await answerTo(deps, work, plaintext, budgetMs);
    crashPoint('ai.answered');
    if (said === null)
      return { ...outgoing(replies.nothing_more[language]), purpose: 'notice', priority: 'answer', isLate };
    deps.plaintextCache.keepReply(sid, said);
    return { ...said, ...answer };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    deps.bufferedCounters.add(`answers.none.${counterCode(error.why)}`);
    return apology;
  }
}

/** The reply as it stands now: an answer whose time ran out has become a late apology. @returns null for silence */
export function stillDue(
  reply: ChosenReply,
  { lease, clock }: Pick<LeasedWork, 'lease' | 'clock'>,
): ChosenReply | null {
  if (lease.reply !== 'answer') return clock.ageMs() > fixedReplyAgeMaxMs(lease.reply) ? null : reply;
  if (clock.ageMs() > apologyAgeMaxMs) return null;
  return clock.timeLeftMs() > 0 ? reply : { ...apologyIn(lease.language), isLate: true };
}

/** From memory; after a crash, from the carrier by the id. @returns null when the carrier does not have it either */
async function plaintextOf({ carrier, plaintextCache }: ChooseReplyDeps, { sid }: Lease): Promise<Secret | null> {
  const plaintext = plaintextCache.question(sid) ?? (await carrier.fetch(sid))?.body ?? null;
  crashPoint('q.textfetched');
  if (plaintext !== null) plaintextCache.keepQuestion(sid, plaintext);
  return plaintext;
}

function apologyIn(language: Language): ChosenReply {
  return { ...outgoing(replies.failed[language]), purpose: 'apology', priority: 'answer', isLate: false };
}

/** The words of a fixed reply; those about the home place name it. */
async function textOf(
  { homeOf }: ChooseReplyDeps,
  reply: FixedReply,
  { sender, language }: Pick<Lease, 'sender' | 'language'>,
): Promise<string> {
  const withPlace = reply === 'home' ? homeText : reply === 'home_told' ? homeToldText : null;
  const place = withPlace && (await homeOf(sender));
  return place ? withPlace(placeName(place), language) : replies[reply][language];
}

function outgoing(text: string): OutgoingReply {
  const { segments, encoding } = measureSms(text);
  return { body: new Secret(text), encoding, segments };
}

/** What each fixed reply is recorded and counted as; every new reply has to name its own. */
const purposes: Readonly<Record<FixedReply, Purpose>> = {
  opt_in_ask: 'notice',
  opted_in: 'keyword',
  help: 'keyword',
  stop: 'keyword',
  start: 'keyword',
  start_no_plan: 'keyword',
  promo: 'promo',
  inactive: 'notice',
  unverified: 'notice',
  media: 'notice',
  empty: 'notice',
  hint: 'notice',
  about: 'notice',
  about_without_more: 'notice',
  nothing_to_confirm: 'notice',
  failed: 'notice',
  too_fast: 'notice',
  hourly_limit: 'notice',
  daily_limit: 'notice',
  repeated: 'notice',
  forgot: 'keyword',
  home: 'keyword',
  home_told: 'keyword',
  home_removed: 'keyword',
  home_unknown: 'keyword',
  home_several: 'keyword',
  home_later: 'keyword',
  home_ask: 'notice',
  nothing_more: 'notice',
  joined: 'notice',
  join_wrong: 'notice',
  crisis: 'crisis',
};

function priorityOf(reply: FixedReply): TextPriority {
  if (reply === 'crisis') return 'crisis';
  return reply === 'promo' ? 'proactive' : 'reply';
}
