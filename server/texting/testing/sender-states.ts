import type { Rules, SenderState, Understood } from '../rules/decide-reply.ts';
import type { TextKind } from '../rules/keywords/classify.ts';

/** The time of the decisions below. */
export const now = new Date('2026-11-21T15:00:00Z');

export const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

export const rules: Rules = {
  deadlineMs: 120_000,
  unpaidRepliesPerHour: 200,
  paceEveryMs: 10_000,
  memorySeconds: 600,
  fairUse: { per5Minutes: 15, perHour: 60, perDay: 300 },
};

/** A number that no account has, and that has sent nothing before. */
export const stranger: SenderState = {
  now,
  isOptedOut: false,
  departedAt: null,
  language: null,
  phone: null,
  home: null,
  isPromoSent: false,
  promosLastHour: 0,
  asked: { last5Minutes: 0, lastHour: 0, lastDay: 0 },
  lastAskedAt: null,
  replied: { lastHour: 0, lastDay: 0 },
  unpaidLastHour: 0,
  pacedUntil: null,
  repeats: { isUnderWay: false, answersLastMinute: 0, isMuted: false },
  hasMemory: true,
  mayTellMore: false,
  notices: {},
};

/** A verified phone with a plan. */
export const phone = {
  id: 'phone',
  userId: 'user',
  isVerified: true,
  awaitsYes: false,
  subscription: { status: 'active', answersUntil: new Date('2027-01-01') },
} as const;

export const subscriber: SenderState = { ...stranger, phone, language: 'en' };

/** A person's text of this kind, whose words say nothing else than `details`. */
export function textOf(kind: TextKind, details: Partial<Understood> = {}): Understood {
  return {
    kind,
    language: null,
    carrierReply: null,
    sentAt: null,
    isFromMachine: false,
    isFollowUp: false,
    mayBeCorrection: false,
    mayOptIn: false,
    mayBeYes: false,
    mayWantHelp: false,
    mayOptOut: false,
    home: null,
    bare: null,
    needsPlace: false,
    isAboutUs: false,
    ...details,
  };
}
