import { dayMs } from '#server/platform/durations.ts';
import type { Carrier, CarrierText } from '#server/providers/ports/carrier.ts';

import type { TextStore } from '../store/text-store.ts';

const pagesMax = 20;
/** How much older than the oldest unknown send a text must be to prove that the list reaches beyond it. */
const beyondMs = 10_000;

/** What the carrier lists of one service number, and what of it is known to us. */
export type NumberList = { readonly texts: readonly CarrierText[]; readonly recorded: ReadonlySet<string> };

/**
 * All texts of one service number back to a recorded one that is older than the oldest unknown send: it proves that the
 * list is this number's and reaches far enough.
 * @returns null when no such text is within reach: the list proves nothing then
 * @throws ProviderError
 */
export async function listNumber(
  { carrier, store }: { carrier: Pick<Carrier, 'listPages'>; store: Pick<TextStore, 'recordedAmong'> },
  from: string,
  oldestMs: number,
): Promise<NumberList | null> {
  const texts: CarrierText[] = [];
  const recorded = new Set<string>();
  let pages = 0;
  for await (const page of carrier.listPages({ from, ageMaxMs: dayMs, isMany: true })) {
    texts.push(...page);
    const known = await store.recordedAmong(page.map(({ sid }) => sid));
    for (const sid of known) recorded.add(sid);
    if (page.some(({ sid, ageMs }) => ageMs > oldestMs + beyondMs && known.has(sid))) return { texts, recorded };
    pages += 1;
    if (pages === pagesMax) return null;
  }
  return null;
}
