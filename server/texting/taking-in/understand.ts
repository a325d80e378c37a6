import { isAnswerableSender } from '../keywords/answerable-sender.ts';
import { carrierAnswers } from '../keywords/carrier-keywords.ts';
import { classifyText } from '../keywords/classify.ts';
import type { Understood } from './settle.ts';

const carrierKeywords = { STOP: 'stop', START: 'start', HELP: 'help' } as const;
/** What the carrier's Advanced Opt-Out has made of a text, and replied to. */
export type CarrierKeyword = (typeof carrierKeywords)[keyof typeof carrierKeywords];

/**
 * Reads a webhook's `OptOutType`, in any case. The vendor may add values: one that we do not know says nothing.
 * https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
export function carrierKeywordOf(optOutType: unknown): CarrierKeyword | null {
  const name = typeof optOutType === 'string' ? optOutType.trim().toUpperCase() : '';
  return Object.hasOwn(carrierKeywords, name) ? carrierKeywords[name as keyof typeof carrierKeywords] : null;
}

type Incoming = {
  readonly from: string;
  readonly body: string;
  readonly mediaTypes: readonly string[];
  readonly carrierKeyword: CarrierKeyword | null;
  readonly sentAt: Date | null;
};

/**
 * All that a text says without knowing its sender. The carrier's own word comes before the words of the text: it has
 * blocked or unblocked the number by it, in whatever words and language it was asked to (security T28).
 */
export function understand(
  { from, body, mediaTypes, carrierKeyword, sentAt }: Incoming,
  { serviceNumbers, optOutReplies }: { serviceNumbers: readonly string[]; optOutReplies: 'carrier' | 'app' },
): Understood {
  const isPresumed = optOutReplies === 'carrier' && carrierAnswers(body);
  return {
    kind: carrierKeyword ?? classifyText({ body, mediaTypes }),
    carrierReply: carrierKeyword !== null ? 'sent' : isPresumed ? 'presumed' : null,
    sentAt,
    isFromMachine: !isAnswerableSender(from, serviceNumbers),
  };
}
