import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { measureSms } from '#server/answers/gsm7.ts';
import { codeNumberOf } from '#server/domain/code-number.ts';
import { type Carrier, recipientOptedOut, type TextPriority } from '#server/providers/ports/carrier.ts';
import type { TextSender } from '#server/providers/ports/text-sender.ts';

import type { PhoneHash } from '../store/phone-hash.ts';
import type { DatabaseStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';

export type ProactiveTextsDeps = {
  readonly store: Pick<DatabaseStore, 'openProactive' | 'accepted' | 'rejected' | 'notSent' | 'unknown'>;
  readonly carrier: Carrier;
  readonly phoneHash: PhoneHash;
  readonly serviceNumbers: readonly string[];
  readonly timing: Pick<Timing, 'intentAgeMaxMs'>;
};

const triesMax = 3;
const waitMaxMs = 3000;

type ProactiveText = Parameters<TextSender['send']>[0];
type Tried = Awaited<ReturnType<TextSender['send']>> | { readonly waitMs: number };

/**
 * Sends texts that reply to no text: verification codes and account news. The same rules apply: never to a number that
 * opted out, the intent before the send, the outcome recorded once.
 */
export function createTextSender(deps: ProactiveTextsDeps): TextSender {
  return {
    async send(text) {
      for (let tries = 1; ; tries += 1) {
        const tried = await trySend(deps, text, tries);
        if (typeof tried === 'string') return tried;
        if (tries >= triesMax || tried.waitMs > waitMaxMs) return 'unavailable';
        await wait(tried.waitMs);
      }
    },
  };
}

async function trySend(deps: ProactiveTextsDeps, text: ProactiveText, attempt: number): Promise<Tried> {
  const { store, carrier, phoneHash, serviceNumbers, timing } = deps;
  const { to, purpose, body, from, validitySeconds } = text;
  const sender = from ?? codeNumberOf(serviceNumbers);
  const priority: TextPriority = purpose === 'code' ? 'reply' : 'proactive';
  const { segments, encoding } = measureSms(body.reveal());
  const place = await carrier.turn({ from: sender, priority, segments });
  if ('waitMs' in place) return place;
  using turn = place;
  const [id, sendBeforeMs] = [randomUUIDv7(), performance.now() + timing.intentAgeMaxMs];
  const toHash = phoneHash(to);
  const opened = await store.openProactive({ id, from: sender, to, purpose, toHash, attempt, segments, encoding });
  if (opened === 'gone') return 'failed';
  if (opened !== 'open') return opened;
  const outcome = await turn.send({ id, from: sender, to, body, priority, validitySeconds, sendBeforeMs });
  switch (outcome.kind) {
    case 'accepted':
      await store.accepted({ id, to }, outcome.sid, outcome.segments);
      return 'sent';
    case 'rejected':
      await store.rejected({ id, to }, outcome.code);
      return outcome.code === recipientOptedOut ? 'opted_out' : 'failed';
    case 'unknown':
      // It is probably on its way: the reconciler finds out, and the person may request another.
      await store.unknown({ id, to });
      return 'sent';
    case 'not_sent':
      await store.notSent({ id, to }, outcome.retryAfterMs);
      return { waitMs: outcome.retryAfterMs };
  }
}
