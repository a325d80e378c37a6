import type { Ledger } from '#server/platform/ledger.ts';
import type { Carrier, OutgoingText, SendNeed } from '#server/providers/ports/carrier.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

/** Twilio's code for a recipient who has opted out at the carrier. */
const optedOutCode = 21610;

/** The carrier, recording in the ledger each opt-out that it reports by refusing a text. */
export function notingCarrier<T extends Carrier>(
  carrier: T,
  { ledger, phoneHash }: { readonly ledger: Pick<Ledger, 'note'>; readonly phoneHash: PhoneHash },
): T {
  async function turn(need: SendNeed): ReturnType<Carrier['turn']> {
    const taken = await carrier.turn(need);
    if ('waitMs' in taken) return taken;
    return {
      async send(text: OutgoingText) {
        const outcome = await taken.send(text);
        if (outcome.kind === 'rejected' && outcome.code === optedOutCode)
          ledger.note({ kind: 'stop', key: phoneHash(text.to), at: new Date() });
        return outcome;
      },
      [Symbol.dispose]: () => taken[Symbol.dispose](),
    };
  }
  return { ...carrier, turn };
}
