import type { TypedCard } from '../billing/cards.ts';

/** The card in a posted form; null without a number. Invalid dates become 0, which the card checks refuse. */
export function cardIn(form: URLSearchParams): TypedCard | null {
  const number = form.get('number') ?? '';
  if (number === '') return null;
  const [month = '', year = ''] = (form.get('expiry') ?? '').split('/').map((part) => part.trim());
  return {
    number,
    expMonth: Number(month) || 0,
    expYear: year.length === 2 ? 2000 + (Number(year) || 0) : Number(year) || 0,
    cvc: form.get('cvc')?.trim() ?? '',
  };
}
