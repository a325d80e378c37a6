import { useState } from 'react';

import type { FoundUser } from '#contract/admin-look-up.ts';
import { planDay } from '#contract/plan-day.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Chip } from '#web/ui/chip.tsx';

import { customerCopy } from '../customer-copy.ts';
import { Facts } from '../facts.tsx';
import { formatAmount, formatCode, formatMicrodollars } from '../format.ts';
import { CustomerActions } from './customer-actions.tsx';
import { TextLines } from './text-lines.tsx';

const copy = customerCopy.userView;

type UserViewProps = {
  readonly user: FoundUser;
  readonly onFollow: (textId: string) => void;
  /** Called after an action on the customer. */
  readonly onActed: () => void;
};

/** An account as shown to the operator. */
export function UserView({ user: found, onFollow, onActed }: UserViewProps) {
  // Stripe's event about a refund arrives a moment after its reply; until then, the payment must not be offered again.
  const [refunded, setRefunded] = useState<readonly string[]>([]);
  const user = { ...found, payments: withRefunds(found.payments, refunded) };
  const { id, name, email, phoneEnding, createdAt, plan, answersUntil, freeUntil } = user;
  return (
    <div className="mt-6 border-t border-hairline pt-5">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p className="flex flex-wrap gap-2 pt-2 pb-4">
        <Chip tone={user.isConfirmed ? 'good' : 'warn'}>{user.isConfirmed ? copy.signedUp : copy.notSignedUp}</Chip>
        {!user.isEmailProven && <Chip tone="warn">{copy.emailNotConfirmed}</Chip>}
        {user.isHelper && <Chip tone="neutral">{copy.setUpByHelper}</Chip>}
        {user.hasOptedOut && <Chip tone="bad">{copy.optedOut}</Chip>}
        {user.isUnreachable === true && <Chip tone="bad">{copy.unreachable}</Chip>}
        {user.paymentFlag && <Chip tone="bad">{formatCode(user.paymentFlag)}</Chip>}
        {user.isBeingDeleted && <Chip tone="warn">{copy.beingDeleted}</Chip>}
      </p>
      <Facts
        facts={[
          [copy.email, email],
          [copy.verifiedPhone, phoneEnding === null ? copy.none : copy.endsIn(phoneEnding)],
          [copy.plan, plan === null ? copy.none : formatCode(plan)],
          [copy.subscription, describeSubscription(user)],
          [copy.answersUntil, answersUntil && formatMoment(answersUntil)],
          ...(freeUntil ? [[copy.freeUntil, planDay(freeUntil)] as const] : []),
          [copy.serviceNumber, user.servicePhoneNumber && formatUsPhone(user.servicePhoneNumber)],
          [copy.costThisMonth, formatMicrodollars(user.costThisMonth)],
          [copy.customerSince, formatMoment(createdAt)],
          [copy.id, id],
        ]}
      />
      <CustomerActions
        user={user}
        onActed={(kind, choice) => {
          if (kind === 'refund') setRefunded([...refunded, choice]);
          onActed();
        }}
      />
      <Payments payments={user.payments} />
      <TextLines texts={user.texts} onFollow={onFollow} />
    </div>
  );
}

/** An ending plan would otherwise look like one that renews. */
function describeSubscription({ subscriptionStatus: status, planEndsAt }: FoundUser): string {
  if (status === null) return copy.none;
  return planEndsAt === null ? formatCode(status) : copy.endsOn(formatCode(status), planDay(planEndsAt));
}

type Payment = FoundUser['payments'][number];

function withRefunds(payments: readonly Payment[], refunded: readonly string[]): Payment[] {
  return payments.map((payment) =>
    refunded.includes(payment.invoiceId) ? { ...payment, refunded: payment.amount } : payment,
  );
}

function Payments({ payments }: Pick<FoundUser, 'payments'>) {
  return (
    <>
      <h4 className="mt-5 font-semibold">{copy.recentPayments}</h4>
      {payments.length === 0 ? (
        <p className="text-muted">{copy.noneYet}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {payments.map(({ invoiceId, paidAt, amount, refunded, currency }) => (
            <li key={invoiceId} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5 text-sm">
              <span className="tabular-nums">{formatMoment(paidAt)}</span>
              <span className="flex items-center gap-2 tabular-nums">
                {refunded > 0 && (
                  <Chip tone="warn">
                    {refunded < amount ? copy.partlyRefunded(formatAmount(refunded, currency)) : copy.refunded}
                  </Chip>
                )}
                <span className="font-medium">{formatAmount(amount, currency)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
