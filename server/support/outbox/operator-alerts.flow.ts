import type { OperatorAlerts } from '#server/platform/alerts.ts';
import type { Log } from '#server/platform/log.ts';
import type { Tally } from '#server/platform/tally.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

type Deps = {
  readonly mails: MailQueue;
  readonly tally: Pick<Tally, 'add'>;
  /** Alerts are not silenced by the admin's logging toggle. */
  readonly securityLog: Log;
  /** Where the alerts of this installation go. */
  readonly operator: { readonly name: string; readonly address: string };
};

/** The way to the operator: a counter, a log event and an email, once for each scope. */
export function createOperatorAlerts({ mails, tally, securityLog, operator }: Deps): OperatorAlerts {
  return {
    async raise(code, { scope, userId = null }) {
      const onceKey = `alert:${code}:${scope}`;
      const isNew = await mails.queue({ kind: 'operator_alert', userId, recipient: operator, alert: code, onceKey });
      if (!isNew) return false;
      tally.add(`alerts.${code}`);
      securityLog.error({ event: 'operator_alert', name: code, user: userId }, 'the operator is told by email');
      return true;
    },
  };
}
