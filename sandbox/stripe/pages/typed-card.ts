import type { TypedCard } from '../billing/cards.ts';

/** The card in a posted form. What does not look like a number becomes 0, which no card has: the checks refuse it. */
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
