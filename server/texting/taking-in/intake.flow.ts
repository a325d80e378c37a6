import type { Pool } from 'pg';

import { maskNumber, type Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier } from '#server/providers/ports.ts';

import { joinCodeOf } from '../keywords/join-code.ts';
import type { QuestionTags } from '../keywords/question-tag.ts';
import type { PhoneHash } from '../phone-hash.ts';
import type { StandIn } from '../text-store.ts';
import type { TextsInHand } from '../texts-in-hand.ts';
import { isFromBeforeLeaving } from './before-leaving.ts';
import { type Facts, type Rules, settle, type Settlement, type Understood } from './settle.ts';
import { createTakeIn } from './take-in.flow.ts';
import { type Arrival, TakenInPerhapsError } from './take-in.repo.ts';
import { type CarrierKeyword, understand } from './understand.ts';

export type IntakeParts = {
  readonly pool: Pool;
  readonly standIn: StandIn;
  readonly inHand: TextsInHand;
  readonly carrier: Pick<Carrier, 'fetch'>;
  readonly questionTags: QuestionTags;
  readonly phoneHash: PhoneHash;
  readonly serviceNumbers: readonly string[];
  readonly optOutReplies: 'carrier' | 'app';
  readonly rules: Rules;
  readonly log: Log;
  /** Verifies the phone that texted a code from one of our pages; false for a wrong code. */
  readonly proveByText: (proof: { readonly sender: string; readonly code: Secret }) => Promise<boolean>;
  /** Whether this process works on texts that the database has; on those that it journals it works in any case. */
  readonly isWorker: boolean;
  /** There is a text to work on. */
  readonly wake: () => void;
  /** This sender has just opted out. */
  readonly onOptOut: (sender: string) => void;
};

/** A text as the webhook brings it, or as the sweep finds it in the carrier's list. */
export type IncomingText = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: Secret;
  /** The content type of each attachment; its content is never fetched (security T18). */
  readonly mediaTypes: readonly string[];
  /** What the carrier's Advanced Opt-Out has made of it; it has replied, too. */
  readonly carrierKeyword: CarrierKeyword | null;
  /** When it was sent, for one that the sweep found late; null for one that just arrived. */
  readonly sentAt: Date | null;
};

export type Intake = (text: IncomingText) => Promise<Settlement | null>;

/**
 * Takes a text in, once, however often and by whichever way it comes: understood, settled and on disk when this
 * returns; its words stay in memory.
 * @returns null for a text that was taken in before, or is from before its sender deleted the account
 */
export function createIntake(parts: IntakeParts): Intake {
  const { questionTags, phoneHash, rules, log, wake, onOptOut } = parts;
  const takeIn = keepingWords(parts, createTakeIn(parts));
  return async function intake(text): Promise<Settlement | null> {
    const { sid, from, to } = text;
    const body = text.body.reveal();
    const understood = understand({ ...text, body }, parts);
    const { kind } = understood;
    // Before it is taken in: a text that is not acknowledged comes again, and proving a phone twice is proving it once.
    const provesPhone = await provesItsPhone(parts, understood, { from, body });
    const questionTag = kind === 'question' ? questionTags({ from, to, body }) : null;
    const hashes = { sidHash: phoneHash(sid), senderHash: phoneHash(from) };
    const arrival = { sid, sender: from, serviceNumber: to, questionTag, ...hashes };
    const unsureAt: Date[] = [];
    const settlement = await takeIn(text, arrival, (facts) => {
      const isOld = isFromBeforeLeaving(understood, facts);
      if (isOld === 'unsure') unsureAt.push(facts.now);
      return isOld === false ? settle({ ...understood, provesPhone }, facts, rules) : null;
    });
    const [now] = unsureAt;
    if (now !== undefined) {
      const sentAt = await whenSent(parts, sid, now);
      // Not to be had now: the sweep will find the text, and knows.
      return sentAt && intake({ ...text, sentAt });
    }
    if (settlement === null) return null;
    log.info(
      { event: 'text_in', sid, number: maskNumber(from), kind, state: settlement.reply ?? 'silent' },
      'a text came in',
    );
    if (settlement.withheld !== null) {
      log.warn(
        { event: 'reply_withheld', sid, number: maskNumber(from), kind, code: settlement.withheld },
        'a reply is over budget',
      );
    }
    // One that the sweep found may be older than a START.
    if (settlement.consent === 'withdrawn' && text.sentAt === null) onOptOut(from);
    if (settlement.reply !== null) wake();
    return settlement;
  };
}

/** When the carrier got a text, by the clock of `now`; null when it does not say. */
async function whenSent({ carrier }: IntakeParts, sid: string, now: Date): Promise<Date | null> {
  const found = await carrier.fetch(sid).catch(() => null);
  return found && new Date(now.getTime() - found.ageMs);
}

/** Whether a text hands in the right code from one of our pages. */
async function provesItsPhone(
  { proveByText }: IntakeParts,
  { kind, isFromMachine }: Understood,
  { from: sender, body }: { from: string; body: string },
): Promise<boolean> {
  const code = kind === 'join_code' && !isFromMachine ? joinCodeOf(body) : null;
  return code !== null && proveByText({ sender, code: new Secret(code) });
}

type Decide = (facts: Facts) => Settlement | null;

/** Keeps the words of a question, if they will be needed here: before the commit, after which it may be leased. */
function keepingWords({ inHand, standIn, isWorker }: IntakeParts, takeIn: ReturnType<typeof createTakeIn>) {
  return async function ({ sid, body }: IncomingText, arrival: Arrival, decide: Decide): Promise<Settlement | null> {
    let isKept = false as boolean;
    const isNeeded = (): boolean => isWorker || standIn.has(sid);
    try {
      const settlement = await takeIn(arrival, (facts) => {
        const decided = decide(facts);
        isKept = decided?.reply === 'answer';
        if (isKept) inHand.keepQuestion(sid, body);
        return decided;
      });
      if (isKept && !isNeeded()) inHand.drop(sid);
      return settlement;
    } catch (error) {
      // Perhaps it was taken in: then it may be worked on here, before the carrier tells of it again.
      if (isKept && !(error instanceof TakenInPerhapsError && isNeeded())) inHand.drop(sid);
      throw error;
    }
  };
}
