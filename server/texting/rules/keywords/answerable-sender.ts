import { mayBeUsPhone } from '#server/platform/us-phone-number.ts';

/**
 * Whether a sender may be answered at all: a US phone that is not one of ours. Our own numbers would answer each other;
 * short codes and alphanumeric senders are machines; toll-free, premium and foreign numbers cost money and cannot be
 * subscribers (docs/reference/security.md#t2 and #t13). Their opt-outs and opt-ins are recorded anyway.
 */
export function isAnswerableSender(from: string, serviceNumbers: readonly string[]): boolean {
  return !serviceNumbers.includes(from) && mayBeUsPhone(from);
}
