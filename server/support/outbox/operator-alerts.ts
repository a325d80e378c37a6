import type { OperatorAlerts } from '#server/observability/alerts.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import type { Log } from '#server/observability/log.ts';
import type { MailQueue } from '#server/platform/mail-queue.ts';

type Deps = {
  readonly mails: MailQueue;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
  /** Alerts are not silenced by the admin's logging toggle. */
  readonly securityLog: Log;
  /** The recipient of this installation's alerts. */
  readonly operator: { readonly name: string; readonly address: string };
};

/** Raises alerts: a counter, a log event and an email to the operator, once for each scope. */
export function createOperatorAlerts({ mails, bufferedCounters, securityLog, operator }: Deps): OperatorAlerts {
  return {
    async raise(code, { scope, userId = null }) {
      const onceKey = `alert:${code}:${scope}`;
      const isNew = await mails.queue({ kind: 'operator_alert', userId, recipient: operator, alert: code, onceKey });
      if (!isNew) return false;
      bufferedCounters.add(`alerts.${code}`);
      securityLog.error({ event: 'operator_alert', name: code, user: userId }, 'the operator is told by email');
      return true;
    },
  };
}
