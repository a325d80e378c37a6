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

/**
 * Texts that nobody asked for by text: verification codes and account news. They keep to the same rules: never to a
 * number that opted out, the intent before the send, the outcome bound once.
 */
export function createTextSender({
  pool,
  store,
  carrier,
  phoneHash,
  serviceNumbers,
  timing,
}: UnaskedParts): TextSender {
  return {
    async send({ to, purpose, body, from, validitySeconds }) {
      // Codes leave from another number than answers, where there is one, so that a code never waits behind an answer
      // whose outcome is unknown (protocol 2.2).
      const sender = from ?? serviceNumbers.at(-1) ?? '';
      const priority: TextPriority = purpose === 'code' ? 'reply' : 'proactive';
      const { segments, encoding } = measureSms(body.reveal());
      for (let tries = 1; ; tries += 1) {
        const sendBeforeMs = performance.now() + timing.intentAgeMaxMs;
        const opened = await openUnasked(pool, {
          id: randomUUID(),
          from: sender,
          to,
          purpose,
          toHash: phoneHash(to),
          attempt: tries,
          segments,
          encoding,
        });
        if (opened.kind !== 'open') return opened.kind;
        const text = { id: opened.id, from: sender, to, body, priority, validitySeconds };
        const outcome = await carrier.send({ ...text, sendBeforeMs });
        switch (outcome.kind) {
          case 'accepted':
            await store.accepted(opened.id, outcome.sid, outcome.segments);
            return 'sent';
          case 'rejected':
            await store.rejected(opened.id, outcome.code);
            return outcome.code === 21610 ? 'opted_out' : 'failed';
          case 'unknown':
            // It may well be on its way: the reconciler binds it, and the person may ask for another.
            await store.unknown(opened.id);
            return 'sent';
          case 'not_sent':
            await store.notSent(opened.id, outcome.retryAfterMs);
            if (tries >= triesMax || outcome.retryAfterMs > waitMaxMs) return 'failed';
            await wait(outcome.retryAfterMs);
        }
      }
    },
  };
}
