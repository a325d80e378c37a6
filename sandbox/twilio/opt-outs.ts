import type { Behavior } from './settings.ts';

/** Twilio's built-in keywords (docs, "Twilio support for opt-out keywords"): the whole body, in any case. */
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const startWords = new Set(['START', 'YES', 'UNSTOP']);
const helpWords = new Set(['HELP', 'INFO']);
/** Keywords that the account added in Advanced Opt-Out. */
const advancedStartWords = new Set([...startWords, 'JOIN']);

export type OptOutType = 'STOP' | 'START' | 'HELP';

/** The carrier's keyword in a text; null if it is for the product only. */
export function readKeyword(body: string, optOut: Behavior['optOut']): OptOutType | null {
  if (optOut === 'app') return null;
  const word = body.trim().toUpperCase();
  if (stopWords.has(word)) return 'STOP';
  if ((optOut === 'advanced' ? advancedStartWords : startWords).has(word)) return 'START';
  return helpWords.has(word) ? 'HELP' : null;
}

/** Twilio's default replies on a long code. */
const defaultReplies: Readonly<Record<OptOutType, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};

/** The reply to opt-in words that the account entered in Advanced Opt-Out, as the operating manual says. */
const ADVANCED_START_REPLY =
  "You're in. Text any question to this number. Msg freq varies. Msg&data rates may apply. Reply HELP for help, STOP to opt out.";

/** The carrier's reply to a keyword. */
export function carrierReply(keyword: OptOutType, optOut: Behavior['optOut']): string {
  return keyword === 'START' && optOut === 'advanced' ? ADVANCED_START_REPLY : defaultReplies[keyword];
}

export type OptOuts = {
  /**
   * Applies a keyword to the block between a phone and a sender.
   * @returns whether the carrier replies: to HELP always, to STOP only when it blocks. START is answered when it ends a
   *   block, and always with Advanced Opt-Out, which "automatically handles replies to the keywords you've configured"
   *   (Twilio support, "Getting Started with Advanced Opt-Out"); YES to a welcome is such a word.
   */
  take(
    keyword: OptOutType,
    pair: { readonly phone: string; readonly sender: string },
    optOut: Behavior['optOut'],
  ): boolean;
  isBlocked(phone: string, sender: string): boolean;
  /** Blocked phones, each with its scope (a number or the messaging service). */
  all(): { phone: string; sender: string }[];
  clear(): void;
};

/** Creates an empty block list. `scopeOf` returns the scope of a number: itself or its messaging service. */
export function createOptOuts(scopeOf: (number: string) => string): OptOuts {
  const blocked = new Set<string>();
  const keyOf = (phone: string, sender: string) => `${phone} ${scopeOf(sender)}`;
  return {
    take(keyword, { phone, sender }, optOut) {
      if (keyword === 'HELP') return true;
      const key = keyOf(phone, sender);
      const wasBlocked = blocked.has(key);
      if (keyword === 'STOP') blocked.add(key);
      else blocked.delete(key);
      if (keyword === 'START' && optOut === 'advanced') return true;
      return wasBlocked !== (keyword === 'STOP');
    },
    isBlocked: (phone, sender) => blocked.has(keyOf(phone, sender)),
    all: () =>
      [...blocked].map((key) => {
        const [phone = '', sender = ''] = key.split(' ');
        return { phone, sender };
      }),
    clear: () => blocked.clear(),
  };
}
