import { mayBeUsPhone } from '#server/platform/us-phone-number.ts';

/**
 * Whether a sender may be answered at all: a US phone that is not one of ours. Our own numbers would talk to themselves;
 * short codes and alphanumeric senders are machines; toll-free, premium and foreign ones cost money and can be no
 * subscriber (security, T2 and T13). What they ask of their consent is recorded all the same.
 */
export function isAnswerableSender(from: string, serviceNumbers: readonly string[]): boolean {
  return !serviceNumbers.includes(from) && mayBeUsPhone(from);
}
