import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { SignalCode } from '#server/observability/signals/signals.ts';
import { pause } from '#server/platform/pause.ts';

/** A way to reach the operator besides the outbox. */
export type AlertChannel = {
  readonly name: 'email' | 'text' | 'webhook';
  /** One attempt. @throws when the operator was not reached */
  send(code: SignalCode): Promise<void>;
};

export type OperatorAlertDeps = {
  readonly mails: Pick<MailQueue, 'queue'>;
  readonly channels: readonly AlertChannel[];
  /** Sends the email of an alert immediately, past the outbox: for the time without a database. */
  readonly emailNow: AlertChannel;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
  /** Called for each alert that is new. */
  readonly onRaised: (code: SignalCode) => void;
  /** Alerts are not silenced by the admin's logging toggle. */
  readonly securityLog: Log;
  /** The recipient of this installation's alerts. */
  readonly operator: { readonly name: string; readonly address: string };
  /** The pauses between the attempts of a channel. */
  readonly pausesMs?: readonly number[];
};

/** The alerts of one process. */
export type ProcessAlerts = OperatorAlerts & {
  /** Makes no further attempts, and waits for those under way. */
  stop(): Promise<void>;
};

/**
 * Raises alerts: a counter, a log event, an email and the other channels, once for each scope. The outbox knows which
 * alerts all processes have sent; without the database each process remembers its own, and sends the email immediately.
 * A channel that fails is tried again, and stops no other one.
 */
export function createOperatorAlerts(deps: OperatorAlertDeps): ProcessAlerts {
  const { mails, channels, emailNow, bufferedCounters, securityLog, operator, onRaised } = deps;
  const sentWithoutDatabase = new Set<string>();
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();

  function send(channel: AlertChannel, code: SignalCode): void {
    const sent: Promise<void> = sendOn(channel, code, { ...deps, signal: stopping.signal }).finally(() =>
      sending.delete(sent),
    );
    sending.add(sent);
  }

  return {
    async raise(code, { scope, userId = null }) {
      const onceKey = `alert:${code}:${scope}`;
      if (sentWithoutDatabase.has(onceKey)) return false;
      try {
        const isNew = await mails.queue({ kind: 'operator_alert', userId, recipient: operator, alert: code, onceKey });
        if (!isNew) return false;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        sentWithoutDatabase.add(onceKey);
        send(emailNow, code);
      }
      bufferedCounters.add(`alerts.${code}`);
      onRaised(code);
      securityLog.error({ event: 'operator_alert', name: code, user: userId }, 'the operator is alerted');
      for (const channel of channels) send(channel, code);
      return true;
    },
    async stop() {
      stopping.abort();
      await Promise.all(sending);
    },
  };
}

type Attempts = Pick<OperatorAlertDeps, 'pausesMs' | 'securityLog'> & { readonly signal: AbortSignal };

async function sendOn(channel: AlertChannel, code: SignalCode, attempts: Attempts): Promise<void> {
  const { pausesMs = [2000, 15_000], securityLog, signal } = attempts;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await channel.send(code);
      return;
    } catch (error) {
      const pauseMs = pausesMs[attempt];
      if (pauseMs === undefined || signal.aborted) {
        const fields = { event: 'alert_channel_failed', name: channel.name, kind: code, ...errorFields(error) };
        securityLog.error(fields, 'an alert could not be sent on a channel');
        return;
      }
      await pause(pauseMs, signal);
    }
  }
}
