import type { Carrier } from '#server/providers/ports/carrier.ts';

import type { TextStore } from '../store/text-store.ts';

const marginMs = 60_000;

type ListDeps = {
  readonly store: Pick<TextStore, 'confirmedLately'>;
  readonly carrier: Pick<Carrier, 'list'>;
};

/**
 * Whether the carrier's list works, as far as the texts tell that it confirmed lately: it must show one of them. For a phone
 * that got none itself, a list that is wrong for everyone (a filter) looks like one without its text.
 * @returns true also if nothing was confirmed lately
 * @throws ProviderError
 */
export async function showsConfirmed({ store, carrier }: ListDeps): Promise<boolean> {
  const confirmed = await store.confirmedLately();
  for (const { sid, from, to, ageMs } of confirmed) {
    const listed = await carrier.list({ from, to, ageMaxMs: ageMs + marginMs });
    if (listed.some((text) => text.sid === sid)) return true;
  }
  return confirmed.length === 0;
}
