import type { Language } from '#contract/language.ts';
import { readSunQuestion } from '#server/answers/computed/sun-question.ts';
import { readWeatherQuestion } from '#server/answers/weather/weather-question.ts';
import type { FindPlace } from '#server/places/places.ts';
import { own } from '#server/platform/own.ts';

import { isAboutUs } from './about-us.ts';
import type { Understood } from './decide-reply.ts';
import { isFollowUp } from './follow-up.ts';
import { isAnswerableSender } from './keywords/answerable-sender.ts';
import { carrierAnswers } from './keywords/carrier-keywords.ts';
import { casaCommandOf } from './keywords/casa.ts';
import { type TextKind, classifyText } from './keywords/classify.ts';
import { isMoreInfo } from './keywords/commands.ts';
import { crisisLanguageOf } from './keywords/crisis.ts';
import { barePlaceOf, homeCommandOf } from './keywords/home.ts';
import { mayBeYes } from './keywords/loose-yes.ts';
import { mayOptIn } from './keywords/start-after-stop.ts';
import { mayOptOut } from './keywords/stop-in-sentences.ts';
import { mayBeCorrection } from './keywords/wrong-number.ts';
import { languageOf } from './language/language-of.ts';

const carrierKeywords = { STOP: 'stop', START: 'start', HELP: 'help' } as const;
/** The keyword that the carrier's Advanced Opt-Out recognized, and replied to. */
export type CarrierKeyword = (typeof carrierKeywords)[keyof typeof carrierKeywords];

/**
 * Reads a webhook's `OptOutType`, case-insensitively. The vendor may add values: unknown ones are ignored.
 * https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
export function carrierKeywordOf(optOutType: unknown): CarrierKeyword | null {
  const name = typeof optOutType === 'string' ? optOutType.trim().toUpperCase() : '';
  return own<CarrierKeyword>(carrierKeywords, name) ?? null;
}

type Incoming = {
  readonly from: string;
  readonly body: string;
  readonly mediaTypes: readonly string[];
  readonly carrierKeyword: CarrierKeyword | null;
  readonly sentAt: Date | null;
};

/**
 * Interprets a text without knowing its sender. The carrier's keyword overrides the body: the carrier has already
 * blocked or unblocked the number by it, in whatever wording and language it is configured for
 * (docs/reference/security.md#t28).
 */
export function understand(
  { from, body, mediaTypes, carrierKeyword, sentAt }: Incoming,
  {
    serviceNumbers,
    optOutReplies,
    findPlace,
  }: { serviceNumbers: readonly string[]; optOutReplies: 'carrier' | 'app'; findPlace: FindPlace },
): Understood {
  const isPresumed = optOutReplies === 'carrier' && carrierAnswers(body);
  const kind = carrierKeyword ?? classifyText({ body, mediaTypes });
  const inEnglish = kind === 'question' ? homeCommandOf(body, findPlace) : null;
  const inSpanish = kind === 'question' && inEnglish === null ? casaCommandOf(body, findPlace) : null;
  const home = inEnglish ?? inSpanish;
  return {
    kind: home === null ? kind : 'home',
    home,
    mayBeCorrection: kind === 'stop' && carrierKeyword === null && mayBeCorrection(body),
    mayBeYes: (kind === 'question' || kind === 'small_talk') && mayBeYes(body),
    mayWantHelp: kind === 'more' && isMoreInfo(body),
    mayOptIn: kind === 'question' && mayOptIn(body),
    mayOptOut: mayOptOut(body),
    bare: kind === 'question' ? barePlaceOf(body, findPlace) : null,
    needsPlace: kind === 'question' && home === null && needsPlace(body, findPlace),
    isFollowUp: kind === 'question' && home === null && isFollowUp(body),
    isAboutUs: kind === 'question' && isAboutUs(body),
    // Of "CASA Houston", the command alone tells it.
    language: languageIn(body, kind) ?? (inSpanish === null ? null : 'es'),
    carrierReply: carrierKeyword !== null ? 'sent' : isPresumed ? 'presumed' : null,
    sentAt,
    isFromMachine: !isAnswerableSender(from, serviceNumbers),
  };
}

function languageIn(body: string, kind: TextKind): Language | null {
  // A phone's own reports and automatic texts say nothing about the person.
  if (kind === 'tapback' || kind === 'autoresponse') return null;
  return kind === 'crisis' ? crisisLanguageOf(body) : languageOf(body);
}

/** A question about the weather or the sun that names no place. */
function needsPlace(body: string, findPlace: FindPlace): boolean {
  const asked = readSunQuestion(body, findPlace) ?? readWeatherQuestion(body, findPlace);
  return asked !== null && asked.place === null;
}
