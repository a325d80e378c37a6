import { judgeSender, type Sender } from '#server/domain/eligibility.ts';

import { type Notice, type NoticesSent, unlessQuiet } from './notices.ts';
import type { FixedReply } from './replies.ts';

type ConsentText = {
  readonly sentAt: Date | null;
  readonly carrierReply: 'sent' | 'presumed' | null;
  readonly isFromMachine: boolean;
};
type ConsentState = {
  readonly now: Date;
  readonly isOptedOut: boolean;
  readonly consentChangedAt?: Date | null;
  readonly isUnblocked?: boolean;
  readonly phone: (Sender & { readonly awaitsYes: boolean }) | null;
  readonly notices: NoticesSent;
};
type ConsentOutcome = {
  readonly consent: 'given' | 'withdrawn';
  readonly isOptOut?: boolean;
  readonly confirmsOptIn?: boolean;
  readonly reply?: FixedReply;
  readonly notice?: Notice;
  readonly mail?: 'texts_stopped' | null;
  readonly forgets?: false;
};

/** STOP, from any sender: obeyed always, confirmed once. One that is found after a newer START is only recorded. */
export function optOut(text: ConsentText, sender: ConsentState): ConsentOutcome {
  const { sentAt } = text;
  const { consentChangedAt = null, isOptedOut } = sender;
  const isSuperseded = sentAt !== null && consentChangedAt !== null && sentAt < consentChangedAt;
  if (isSuperseded && !isOptedOut) return { consent: 'withdrawn', forgets: false };
  const isSilent = text.carrierReply !== null || text.isFromMachine || isOptedOut;
  return {
    consent: 'withdrawn',
    isOptOut: !isOptedOut,
    ...(isSilent ? {} : unlessQuiet('stop', 'stop', sender)),
    mail: !isOptedOut && judgeSender(sender.phone, sender.now).may ? 'texts_stopped' : null,
  };
}

/**
 * START, JOIN, UNSTOP, and YES after a STOP. The reply to a sender who may not ask does not invite questions. One that is
 * found after a newer STOP is only recorded.
 */
export function optIn(text: ConsentText, sender: ConsentState): ConsentOutcome {
  const { sentAt } = text;
  const { phone, isOptedOut, isUnblocked, now, consentChangedAt = null } = sender;
  // At the same time, the STOP wins (docs/reference/texting-protocol.md#order-and-hard-stops).
  const isSuperseded = sentAt !== null && consentChangedAt !== null && sentAt <= consentChangedAt;
  if (isSuperseded && isOptedOut) return { consent: 'given' };
  const confirmsOptIn = phone !== null && phone.isVerified && phone.awaitsYes;
  // By default the carrier replies only to a number that it had blocked.
  const isBlocked = isOptedOut && isUnblocked !== true;
  const isAnswered = text.carrierReply === 'sent' || (text.carrierReply === 'presumed' && isBlocked);
  const reply = judgeSender(phone, now).may ? 'start' : 'start_no_plan';
  const said = isAnswered || text.isFromMachine ? {} : unlessQuiet('start', reply, sender);
  return { consent: 'given', confirmsOptIn, ...said };
}
