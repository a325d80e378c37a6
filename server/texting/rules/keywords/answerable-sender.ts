import { mayBeUsPhone } from '#server/domain/us-phone-number.ts';

/**
 * Whether a sender may be answered at all: a US phone that is not one of ours. Our own numbers would answer each other;
 * short codes and alphanumeric senders are machines; toll-free, premium and foreign numbers cost money and cannot be
 * subscribers (docs/reference/security.md#t2 and #t13). Their opt-outs and opt-ins are recorded anyway.
 */
export function isAnswerableSender(from: string, serviceNumbers: readonly string[]): boolean {
  return !serviceNumbers.includes(from) && isKnownAsUsPhone(from);
}

/** Senders text again and again, and it takes a tenth of the work on a text to look a number up in the tables. */
const verdicts = new Map<string, boolean>();
const verdictsMax = 10_000;

function isKnownAsUsPhone(sender: string): boolean {
  const known = verdicts.get(sender);
  if (known !== undefined) return known;
  const verdict = mayBeUsPhone(sender);
  if (verdicts.size >= verdictsMax) verdicts.clear();
  verdicts.set(sender, verdict);
  return verdict;
}
