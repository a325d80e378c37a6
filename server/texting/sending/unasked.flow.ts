import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import { measureSms } from '#server/answers/gsm7.ts';
import type { Carrier, TextPriority, TextSender } from '#server/providers/ports.ts';

import type { PhoneHash } from '../phone-hash.ts';
import type { TextStore } from '../text-store.ts';
import type { Timing } from '../timing.ts';
import { openUnasked } from './unasked.repo.ts';

export type UnaskedParts = {
  readonly pool: Pool;
  readonly store: Pick<TextStore, 'accepted' | 'rejected' | 'notSent' | 'unknown'>;
  readonly carrier: Carrier;
  readonly phoneHash: PhoneHash;
  readonly serviceNumbers: readonly string[];
  readonly timing: Pick<Timing, 'intentAgeMaxMs'>;
};

const triesMax = 3;
const waitMaxMs = 3000;

type Unasked = Parameters<TextSender['send']>[0];
type Tried = Awaited<ReturnType<TextSender['send']>> | { readonly waitMs: number };

/**
 * Texts that no one asked for by text: verification codes and account news. They keep to the same rules: never to a
 * number that opted out, the intent before the send, the outcome bound once.
 */
export function createTextSender(parts: UnaskedParts): TextSender {
  return {
    async send(text) {
      for (let tries = 1; ; tries += 1) {
        const tried = await trySend(parts, text, tries);
        if (typeof tried === 'string') return tried;
        if (tries >= triesMax || tried.waitMs > waitMaxMs) return 'failed';
        await wait(tried.waitMs);
      }
    },
  };
}

async function trySend(parts: UnaskedParts, unasked: Unasked, attempt: number): Promise<Tried> {
  const { pool, store, carrier, phoneHash, serviceNumbers, timing } = parts;
  const { to, purpose, body, from, validitySeconds } = unasked;
  // Codes leave from another number than answers, where there is one, so that a code never waits behind an answer
  // whose outcome is unknown (protocol 2.2).
  const sender = from ?? serviceNumbers.at(-1) ?? '';
  const priority: TextPriority = purpose === 'code' ? 'reply' : 'proactive';
  const { segments, encoding } = measureSms(body.reveal());
  const place = await carrier.turn({ from: sender, priority, segments });
  if ('waitMs' in place) return place;
  using turn = place;
  const [id, sendBeforeMs] = [randomUUID(), performance.now() + timing.intentAgeMaxMs];
  const toHash = phoneHash(to);
  const opened = await openUnasked(pool, { id, from: sender, to, purpose, toHash, attempt, segments, encoding });
  if (opened.kind === 'gone') return 'failed';
  if (opened.kind !== 'open') return opened.kind;
  const outcome = await turn.send({ id, from: sender, to, body, priority, validitySeconds, sendBeforeMs });
  switch (outcome.kind) {
    case 'accepted':
      await store.accepted(id, outcome.sid, outcome.segments);
      return 'sent';
    case 'rejected':
      await store.rejected(id, outcome.code);
      return outcome.code === 21610 ? 'opted_out' : 'failed';
    case 'unknown':
      // It may well be on its way: the reconciler binds it, and the person may ask for another.
      await store.unknown(id);
      return 'sent';
    case 'not_sent':
      await store.notSent(id, outcome.retryAfterMs);
      return { waitMs: outcome.retryAfterMs };
  }
}
