import { randomInt } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random characters after each prefix, as long as Stripe's own. */
const lengths = {
  cus: 14,
  cbtxn: 24,
  prod: 14,
  price: 24,
  sub: 24,
  si: 14,
  in: 24,
  il: 24,
  inpay: 24,
  pi: 24,
  pm: 24,
  ch: 24,
  re: 24,
  du: 24,
  issfr: 24,
  evt: 24,
  li: 24,
  bps: 24,
  bpc: 24,
  we: 24,
  req: 14,
} as const;

/** A new id such as `cus_NffrFeUfNV2Hib`. */
export function newId(prefix: keyof typeof lengths): string {
  return `${prefix}_${randomText(lengths[prefix])}`;
}

/** Random letters and digits that cannot be guessed. */
export function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
