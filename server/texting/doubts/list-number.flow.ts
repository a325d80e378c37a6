import type { Carrier, CarrierText } from '#server/providers/ports.ts';

import type { TextStore } from '../text-store.ts';

export const oneDayMs = 86_400_000;
const pagesMax = 20;
/** How much older than the oldest doubt a text must be to prove that the list reaches beyond it. */
const beyondMs = 10_000;

/** What the carrier lists of one service number, and what of it is known to us. */
export type NumberList = { readonly texts: readonly CarrierText[]; readonly bound: ReadonlySet<string> };

/**
 * All texts of one service number back to one that is known to us and older than the oldest doubt: seeing that proves
 * that the list is this number's and reaches far enough.
 * @returns null when no such text is within reach: the list proves nothing then
 * @throws ProviderError
 */
export async function listNumber(
  { carrier, store }: { carrier: Pick<Carrier, 'listPages'>; store: Pick<TextStore, 'boundAmong'> },
  from: string,
  oldestMs: number,
): Promise<NumberList | null> {
  const texts: CarrierText[] = [];
  const bound = new Set<string>();
  let pages = 0;
  for await (const page of carrier.listPages({ from, ageMaxMs: oneDayMs, isMany: true })) {
    texts.push(...page);
    const known = await store.boundAmong(page.map(({ sid }) => sid));
    for (const sid of known) bound.add(sid);
    if (page.some(({ sid, ageMs }) => ageMs > oldestMs + beyondMs && known.has(sid))) return { texts, bound };
    pages += 1;
    if (pages === pagesMax) return null;
  }
  return null;
}
