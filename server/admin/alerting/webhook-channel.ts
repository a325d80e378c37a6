import { signals } from '#server/observability/signals/signals.ts';
import type { OutgoingWebhook } from '#server/providers/ports/outgoing-webhook.ts';

import type { AlertChannel } from './operator-alerts.ts';

export type WebhookChannelDeps = {
  readonly webhook: Pick<OutgoingWebhook, 'post'>;
  readonly productName: string;
  readonly publicUrl: string;
  /** The process that raised the alert. */
  readonly instance: string;
};

/**
 * Alerts as JSON to an address of the operator (ALERT_WEBHOOK_URL). The body holds what the list of signals says, and no
 * number, account or word of a text; `text` is what chat services show.
 */
export function webhookChannel({ webhook, productName, publicUrl, instance }: WebhookChannelDeps): AlertChannel {
  return {
    name: 'webhook',
    async send(code) {
      const { severity, sentence, remedy } = signals[code];
      const text = `${productName} (${severity}): ${sentence} ${remedy}`;
      await webhook.post({
        signal: code,
        severity,
        sentence,
        remedy,
        text,
        site: publicUrl,
        instance,
        at: new Date().toISOString(),
      });
    },
  };
}
