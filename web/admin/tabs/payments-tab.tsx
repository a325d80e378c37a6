import type { PaymentEventView } from '#contract/payments.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Chip } from '#web/ui/chip.tsx';

import { useDeskNavigation } from '../desk/navigation.ts';
import { RowLink } from '../desk/row-link.tsx';
import { formatAmount, formatCode } from '../format.ts';
import { MonitoredFigures } from '../monitored.tsx';
import { systemCopy } from '../system-copy.ts';

const copy = systemCopy.paymentsTab;

/** The latest payments and their status. */
export function PaymentsTab() {
  return (
    <MonitoredFigures>
      {({ paymentEvents }) =>
        paymentEvents.length === 0 ? (
          <p className="text-muted">{copy.none}</p>
        ) : (
          <ul
            aria-label={copy.paymentEvents}
            className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
          >
            {paymentEvents.map((event) => (
              <PaymentRow key={event.id} event={event} />
            ))}
          </ul>
        )
      }
    </MonitoredFigures>
  );
}

const tones = { succeeded: 'good', failed: 'bad' } as const;

/** Green for succeeded, red for failed, yellow for everything else (docs/reference/specification.md#admin-area). */
function toneOf(status: string): 'good' | 'bad' | 'warn' {
  return status === 'succeeded' || status === 'failed' ? tones[status] : 'warn';
}

function PaymentRow({ event }: { event: PaymentEventView }) {
  const { openCustomer } = useDeskNavigation();
  const { id, type, timestamp, status, amount, currency, userId, subscriptionId, plan } = event;
  const name = event.customerName ?? copy.deletedAccount;
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-4 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {userId === null ? name : <RowLink onClick={() => openCustomer(userId)}>{name}</RowLink>}
        </p>
        {event.customerEmail !== null && <p className="text-sm wrap-anywhere text-muted">{event.customerEmail}</p>}
      </div>
      <div className="flex items-center gap-3 sm:justify-end">
        <span className="text-lg font-semibold tabular-nums">
          {amount === null ? '–' : formatAmount(amount, currency)}
        </span>
        <Chip tone={toneOf(status)}>{status}</Chip>
      </div>
      <p className="text-sm wrap-anywhere text-muted sm:col-span-2">
        {[formatCode(type), plan && copy.plan(formatCode(plan)), formatMoment(timestamp)].filter(Boolean).join(' · ')}
        <span className="block">
          {subscriptionId !== null && `${subscriptionId} · `}
          {id}
        </span>
      </p>
    </li>
  );
}
