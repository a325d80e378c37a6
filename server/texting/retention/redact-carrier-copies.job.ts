import type { Pool } from 'pg';
import { z } from 'zod';

import { backoffSeconds } from '#server/db/due-rows.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import {
  claimRedactions,
  type DueRedaction,
  postponeRedaction,
  recordRedaction,
} from './redact-carrier-copies.repo.ts';

/** Removes due copies, every minute; queue it to run sooner. */
export const redactCopiesQueue = { name: 'redact-carrier-copies', payload: z.object({}) } as const;

export type RedactDeps = { readonly pool: Pool; readonly carrier: Pick<Carrier, 'redact'>; readonly log: Log };

/** Claimed per query and direction; the carrier's rate budget limits how many run concurrently. */
const batch = 50;
const minute = 60_000;
/** Twilio may refuse for up to 14 days (error 20009); after that an operator has to act. */
const triesMax = 40;

/** 1, 2, 4 … minutes, at most 12 hours: in total more than the 14 days. */
export function redactionWaitMs(tries: number): number {
  return 1000 * backoffSeconds(tries, { firstSeconds: 60, maxSeconds: 12 * 3600 });
}

/**
 * Removes the carrier's copies of finished texts in both directions (docs/reference/decisions.md#carrier-copies), until
 * none is due. The due date is on the text's row, so a crash loses nothing.
 */
export async function redactCarrierCopies(deps: RedactDeps): Promise<void> {
  for (;;) {
    const due = await claimRedactions(deps.pool, batch);
    if (due.length === 0) return;
    const outcomes = await Promise.all(due.map((redaction) => redact(deps, redaction)));
    // The carrier asked for a pause: the rest stays due.
    if (outcomes.includes('paused')) return;
  }
}

type Outcome = 'gone' | 'kept' | 'paused';

async function redact({ pool, carrier, log }: RedactDeps, redaction: DueRedaction): Promise<Outcome> {
  const { sid, tries } = redaction;
  const outcome = await tryRedact(carrier, sid, (error) => {
    const fields = { event: 'redaction_failed', sid, attempt: tries, ...errorFields(error) };
    log.warn(fields, 'the carrier did not remove a copy yet');
  });
  crashPoint('redact.sent');
  if (outcome === 'paused') await postponeRedaction(pool, redaction, minute);
  else {
    const isLast = outcome === 'kept' && tries >= triesMax;
    if (isLast) {
      log.error({ event: 'redaction_given_up', sid }, 'could not remove a copy at the carrier: remove it manually');
    }
    await recordRedaction(pool, redaction, outcome === 'gone' || isLast ? null : redactionWaitMs(tries));
  }
  return outcome;
}

/** `paused`: not attempted, or refused for a reason unrelated to this copy. */
async function tryRedact(carrier: RedactDeps['carrier'], sid: string, onError: (error: unknown) => void) {
  try {
    return (await carrier.redact(sid)) === 'too_early' ? 'kept' : 'gone';
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === 'rate_limited' || error.kind === 'auth')) return 'paused';
    onError(error);
    return 'kept';
  }
}
