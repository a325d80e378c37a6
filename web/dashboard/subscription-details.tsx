import { planDay } from '#contract/plan-day.ts';
import { describeSubscription, endsOn, freeTimeEnd } from '#contract/subscription-display.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import { unbroken } from '#web/lib/format/unbroken.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import type { PortalButton } from './use-portal.ts';

const copy = dashboardCopy.subscriptionDetails;

type SubscriptionDetailsProps = {
  readonly view: SubscriptionView;
  readonly verifiedCount: number | null;
  readonly portal: PortalButton;
};

/** The plan's name, status, date, verified phones and management buttons. */
export function SubscriptionDetails({ view, verifiedCount, portal }: SubscriptionDetailsProps) {
  const display = describeSubscription(view, (iso) => unbroken(planDay(iso)));
  if (!display) return null;
  const end = endsOn(view);
  const freeUntil = freeTimeEnd(view);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xl font-semibold">{view.planName ?? view.plan}</p>
        <Chip tone={display.tone}>{display.chip}</Chip>
      </div>
      {display.dateLabel !== null && view.expiryDate !== null && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-3">
          <span className="text-muted">{display.dateLabel}</span>
          <span className="font-semibold tabular-nums">{unbroken(planDay(view.expiryDate))}</span>
        </p>
      )}
      {verifiedCount !== null && (
        <div className="mt-3">
          <Meter label={copy.verifiedPhoneNumbers} value={verifiedCount} max={view.phoneLimit} />
        </div>
      )}
      {freeUntil !== null && (
        <div className="mt-5">
          <Note>{copy.freeNextToPlan(unbroken(planDay(freeUntil)))}</Note>
        </div>
      )}
      {display.warning !== null && (
        <div role="alert" className="mt-5">
          <Note tone="warn">{display.warning}</Note>
        </div>
      )}
      {!view.isExpired && (
        <p className="mt-5 text-sm text-muted">
          {end === null ? copy.stopKeepsPlan : copy.changedYourMind(unbroken(planDay(end)))}
        </p>
      )}
      <Manage portal={portal} mayChoose={view.isExpired} hasHadPlan />
    </>
  );
}

/**
 * Statuses in which Stripe may still charge, although we no longer answer for the plan: checkout refuses another one
 * until it has ended (server/billing/checkout/checkout.ts).
 */
const running: ReadonlySet<SubscriptionView['status']> = new Set(['active', 'trialing', 'past_due', 'incomplete']);

const besidePlan = ({ status }: SubscriptionView) => (status === 'past_due' ? copy.paymentDue : copy.freeIsNotCharged);

type FreeTimeProps = Pick<SubscriptionDetailsProps, 'view' | 'portal'> & { readonly until: string };

/** Free time of an account without a plan, or whose plan has ended. */
export function FreeTime({ view, until, portal }: FreeTimeProps) {
  const hasHadPlan = view.status !== 'none';
  const isRunning = running.has(view.status);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xl font-semibold">{copy.freeTime}</p>
        <Chip tone="good">{copy.freeUntil(unbroken(planDay(until)))}</Chip>
      </div>
      <p className="mt-4">{isRunning ? besidePlan(view) : copy.noCharge}</p>
      {!isRunning && <p className="mt-2 text-muted">{copy.chargedNow}</p>}
      {hasHadPlan && view.expiryDate !== null && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <span>{view.planName ?? view.plan}</span>
          <span className="tabular-nums">{copy.expiredOn(unbroken(planDay(view.expiryDate)))}</span>
        </p>
      )}
      <Manage portal={portal} mayChoose={!isRunning} hasHadPlan={hasHadPlan} />
    </>
  );
}

type ManageProps = {
  readonly portal: PortalButton;
  /** A plan can be chosen. */
  readonly mayChoose: boolean;
  readonly hasHadPlan: boolean;
};

function Manage({ portal, mayChoose, hasHadPlan }: ManageProps) {
  return (
    <div className="mt-auto pt-6">
      <SubmitArea failure={portal.failure} isPending={portal.isPending}>
        <div className="flex flex-wrap gap-3">
          {mayChoose && (
            <ButtonLink variant="secondary" to="/subscribe">
              {copy.getSubscription}
            </ButtonLink>
          )}
          {hasHadPlan && (
            <Button variant="secondary" isPending={portal.isPending} onClick={portal.open}>
              {portal.isPending ? copy.opening : copy.manageSubscription}
            </Button>
          )}
        </div>
      </SubmitArea>
    </div>
  );
}

type MeterProps = { readonly label: string; readonly value: number; readonly max: number };

/** The used part of a limit, as numbers and as a bar. */
function Meter({ label, value, max }: MeterProps) {
  return (
    <div>
      <p className="flex justify-between gap-3">
        <span className="text-muted">{label}</span>
        <span className="font-semibold tabular-nums">
          {value}/{max}
        </span>
      </p>
      <progress aria-label={label} value={Math.min(value, max)} max={Math.max(max, 1)} className="meter mt-2">
        {copy.of(value, max)}
      </progress>
    </div>
  );
}
