import type { Pool } from 'pg';

import { crashPoint } from '#server/platform/crash-points.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Carrier } from '#server/providers/ports.ts';

import { claimRedactions, type DueRedaction, settleRedaction } from './redact.repo.ts';

export type RedactParts = { readonly pool: Pool; readonly carrier: Carrier; readonly log: Log };

const batch = 20;
const minute = 60_000;
/** Twilio may refuse for up to 14 days (error 20009); after that a person has to look. */
const triesMax = 40;

/** 1, 2, 4 … minutes, at most 12 hours: together more than the 14 days. */
export function redactionWaitMs(tries: number): number {
  return Math.min(minute * 2 ** (tries - 1), 12 * 60 * minute);
}

/**
 * Removes the carrier's copies of finished texts, both directions (decisions, "The provider's copies"). The due date is
 * on the text's row, so nothing is forgotten, whoever crashes. Works until nothing is due.
 */
export async function redactCarrierCopies(parts: RedactParts): Promise<void> {
  for (;;) {
    const due = await claimRedactions(parts.pool, batch);
    if (due.length === 0) return;
    for (const redaction of due) await redact(parts, redaction);
  }
}

async function redact({ pool, carrier, log }: RedactParts, redaction: DueRedaction): Promise<void> {
  const { sid, tries } = redaction;
  const outcome = await carrier.redact(sid).catch((error: unknown) => {
    log.warn(
      { event: 'redaction_failed', sid, attempt: tries, ...errorFields(error) },
      'the carrier kept a copy for now',
    );
    return 'failed' as const;
  });
  crashPoint('redact.sent');
  const isDone = outcome === 'redacted' || outcome === 'gone';
  if (!isDone && tries >= triesMax) {
    log.error({ event: 'redaction_given_up', sid }, 'a copy at the carrier could not be removed: remove it by hand');
  }
  await settleRedaction(pool, redaction, isDone || tries >= triesMax ? null : redactionWaitMs(tries));
}
