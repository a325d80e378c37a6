import { randomUUID } from 'node:crypto';

import { codeNumberOf } from '#server/domain/code-number.ts';
import { signals, type SignalCode } from '#server/observability/signals/signals.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';
import type { TextSender } from '#server/providers/ports/text-sender.ts';

import type { AlertChannel } from './operator-alerts.ts';
import type { OperatorPhone } from './operator-phone.repo.ts';

export type TextChannelDeps = {
  /** ALERT_PHONE. */
  readonly phone: string;
  readonly readPhone: () => Promise<OperatorPhone>;
  /** Also knows the STOP texts that the database does not have yet. */
  readonly hasOptedOut: (phone: string) => boolean;
  readonly carrier: Pick<Carrier, 'turn'>;
  readonly textSender: TextSender;
  readonly serviceNumbers: readonly string[];
  readonly rateLimits: Pick<RateLimits, 'take' | 'refund'>;
  readonly productName: string;
};

const perHour: Limit = { name: 'operator_texts', points: 6, windowSeconds: 3600, whenDown: 'stricter' };
/** A late alert is of no use: the next hour brings another. */
const validitySeconds = 1800;
/** A send that could not begin by then is given back (texting/timing.ts, `intentAgeMaxMs`). */
const beginWithinMs = 3000;

/** The operator's phone takes no text now; `code` says why. */
class NotTexted extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the operator was not texted (${code})`);
    this.name = 'NotTexted';
    this.code = code;
  }
}

/** What an alert says in a text: one segment of the list's own words. */
export function alertText(productName: string, code: SignalCode): string {
  return `${productName}: ${signals[code].sentence} (${code})`;
}

/**
 * Critical alerts as texts to the operator's phone, at most six an hour by all processes together. To the phone of an
 * account they are proactive texts with an intent, like all others; a phone that no account has gets them directly, so
 * that they also go out while the database is unavailable. A number that opted out gets none.
 */
export function textChannel(deps: TextChannelDeps): AlertChannel & { prepare(): Promise<void> } {
  const { phone, readPhone, hasOptedOut, rateLimits, textSender, productName } = deps;
  let known: OperatorPhone | null = null;

  async function lookUp(): Promise<OperatorPhone> {
    try {
      known = await readPhone();
    } catch (error) {
      if (known === null) throw error;
    }
    return known;
  }

  return {
    name: 'text',
    async prepare() {
      // Each time: an outage has to know the latest.
      await lookUp();
    },
    async send(code) {
      if (signals[code].severity !== 'critical') return;
      const { hasAccount, isOptedOut } = await lookUp();
      if (isOptedOut || hasOptedOut(phone)) throw new NotTexted('opted_out');
      const taken = await rateLimits.take(perHour, phone);
      if (!taken.ok) return;
      const body = new Secret(alertText(productName, code));
      try {
        if (hasAccount) await sendWithIntent(textSender, phone, body);
        else await sendDirectly(deps, body);
      } catch (error) {
        // Nothing went out: the next attempt may use the point.
        await rateLimits.refund(perHour, phone);
        throw error;
      }
    },
  };
}

async function sendWithIntent(textSender: TextSender, to: string, body: Secret): Promise<void> {
  const outcome = await textSender.send({ to, purpose: 'account', body, validitySeconds });
  if (outcome !== 'sent') throw new NotTexted(outcome);
}

/** An unclear outcome counts as sent: the text is never repeated on a guess. */
async function sendDirectly({ carrier, serviceNumbers, phone }: TextChannelDeps, body: Secret): Promise<void> {
  const from = codeNumberOf(serviceNumbers);
  const place = await carrier.turn({ from, priority: 'proactive', segments: 1 });
  if ('waitMs' in place) throw new NotTexted('carrier_busy');
  using turn = place;
  const outcome = await turn.send({
    id: randomUUID(),
    from,
    to: phone,
    body,
    priority: 'proactive',
    validitySeconds,
    sendBeforeMs: performance.now() + beginWithinMs,
  });
  if (outcome.kind === 'rejected') throw new NotTexted(String(outcome.code));
  if (outcome.kind === 'not_sent') throw new NotTexted(outcome.why);
}
