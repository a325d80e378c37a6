import type { Ledger } from '#server/platform/ledger.ts';
import { type Carrier, type OutgoingText, recipientOptedOut, type SendNeed } from '#server/providers/ports/carrier.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

/** The carrier, recording in the ledger each opt-out that it reports by refusing a text. */
export function recordingOptOuts<T extends Carrier>(
  carrier: T,
  { ledger, phoneHash }: { readonly ledger: Pick<Ledger, 'note'>; readonly phoneHash: PhoneHash },
): T {
  async function turn(need: SendNeed): ReturnType<Carrier['turn']> {
    const taken = await carrier.turn(need);
    if ('waitMs' in taken) return taken;
    return {
      async send(text: OutgoingText) {
        const outcome = await taken.send(text);
        if (outcome.kind === 'rejected' && outcome.code === recipientOptedOut)
          ledger.note({ kind: 'stop', key: phoneHash(text.to), at: new Date() });
        return outcome;
      },
      [Symbol.dispose]: () => taken[Symbol.dispose](),
    };
  }
  return { ...carrier, turn };
}
