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
export const carrierReplies: Readonly<Record<OptOutType, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};

export type OptOuts = {
  /**
   * Applies a keyword to the block between a phone and a sender.
   * @returns whether the carrier replies: HELP always, the others only when they change something
   */
  take(keyword: OptOutType, phone: string, sender: string): boolean;
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
    take(keyword, phone, sender) {
      if (keyword === 'HELP') return true;
      const key = keyOf(phone, sender);
      const wasBlocked = blocked.has(key);
      if (keyword === 'STOP') blocked.add(key);
      else blocked.delete(key);
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
