import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { AskStatus } from '#contract/ask-status.ts';
import { planDay } from '#contract/plan-day.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { unbroken } from '#web/lib/format/unbroken.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { fill } from '#web/ui/fill.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { AskUse } from './ask-use.tsx';
import { CopyNumber } from './copy-number.tsx';
import { dashboardCopy } from './dashboard-copy.ts';
import { TextNumber } from './text-number.tsx';
import { usePortal } from './use-portal.ts';

const copy = dashboardCopy.askStrip;

type AskStripProps = {
  readonly status: UseQueryResult<AskStatus>;
  /** A payment was made, and its plan is not known to us yet. */
  readonly isPaying: boolean;
  /** The note over the strip says that answers don't come: no phone is to blame now. */
  readonly isDisrupted: boolean;
  readonly onPhone: () => void;
  readonly onSupport: () => void;
};

/**
 * "Can this phone ask right now?": one sentence and one action for each state, from the rule that decides about texts
 * (docs/reference/decisions.md#who-is-answered).
 */
export function AskStrip({ status, isPaying, isDisrupted, ...actions }: AskStripProps) {
  const { data, isPending, isFetching, refetch } = status;
  const yours = useIsHelper() ? copy.the : copy.your;
  if (isPending) return <Strip>{<Skeleton label={copy.checkingPhone(yours)} />}</Strip>;
  if (!data) {
    return (
      <Strip tone="warn">
        <SubmitArea isPending={isFetching}>
          <Lead
            title={copy.checkFailed(yours)}
            action={
              <Button isPending={isFetching} onClick={() => void refetch()}>
                {isFetching ? copy.retrying : copy.checkAgain}
              </Button>
            }
          >
            {copy.checkFailedText}
          </Lead>
        </SubmitArea>
      </Strip>
    );
  }
  if (isPaying && needsPlan(data)) return <Starting />;
  // The declined card goes first: without an update the plan ends.
  const isUnreachable = data.isUnreachable === true && !isDisrupted && data.state !== 'payment_failed';
  return isUnreachable ? <Unreachable status={data} {...actions} /> : <State status={data} {...actions} />;
}

/** Whether a plan has to be chosen before the phone can ask. */
export function needsPlan({ state }: AskStatus): boolean {
  return state === 'no_plan' || state === 'ended';
}

function Starting() {
  return (
    <Strip>
      <Lead title={copy.startingPlan}>{copy.startingPlanText}</Lead>
    </Strip>
  );
}

type StateProps = Pick<AskStripProps, 'onPhone' | 'onSupport'> & { readonly status: AskStatus };

function State({ status, onPhone, onSupport }: StateProps) {
  const isHelper = useIsHelper();
  const yours = isHelper ? copy.the : copy.your;
  const phone = phoneOf(status, yours);
  // A person who asked before replying YES was answered: a request for it now would look as if something were missing.
  const isAsked = status.state === 'reply_yes' && status.lastAnswer !== null;
  switch (isAsked ? 'ready' : status.state) {
    case 'ready':
      return (
        <NumberStrip verb={copy.text} status={status} onSupport={onSupport}>
          {fill(copy.askAnything, { phone })}
        </NumberStrip>
      );
    case 'reply_yes':
      return (
        <NumberStrip verb={copy.textYes} status={status} onSupport={onSupport}>
          {isHelper ? fill(copy.textYesOnce, { phone }) : fill(copy.thenAskAnything, { phone })}
        </NumberStrip>
      );
    case 'opted_out':
      return (
        <NumberStrip verb={copy.textStart} status={status} onSupport={onSupport}>
          {fill(copy.textsOff, { phone })}
        </NumberStrip>
      );
    case 'payment_failed':
      return <PaymentFailed status={status} />;
    case 'no_phone':
      return (
        <ActionStrip
          title={copy.addToStart(yours)}
          action={<Button onClick={onPhone}>{isHelper ? copy.addThePhone : copy.addYourPhone}</Button>}
        >
          {isHelper ? copy.addThePhoneText : copy.addYourPhoneText}
        </ActionStrip>
      );
    case 'unverified':
      return (
        <ActionStrip
          title={copy.verifyToStart(yours)}
          action={<Button onClick={onPhone}>{isHelper ? copy.verifyThePhone : copy.verifyOwnPhone}</Button>}
        >
          {isHelper ? fill(copy.textCodeToThem, { phone }) : fill(copy.textCode, { phone })}
        </ActionStrip>
      );
    case 'no_plan':
      return (
        <ActionStrip title={copy.choosePlanToStart} action={choosePlan}>
          {isHelper ? fill(copy.withPlanForThem, { phone }) : fill(copy.withPlan, { phone })}
        </ActionStrip>
      );
    case 'ended':
      return (
        <ActionStrip title={copy.planEnded} action={choosePlan}>
          {status.isEndedUnpaid === true && `${copy.cardNotCharged} `}
          {fill(copy.planEndedText, { phone })}
        </ActionStrip>
      );
  }
}

/** Comes before the plan: no one should pay for answers that don't arrive. */
function Unreachable({ status, onPhone, onSupport }: StateProps) {
  const yours = useIsHelper() ? copy.the : copy.your;
  const phone = phoneOf(status, yours);
  if (status.isRouteMissing === true) {
    return (
      <ActionStrip title={copy.noRoute(yours)} action={<Button onClick={onSupport}>{copy.getSupport}</Button>}>
        {fill(copy.noRouteText, { phone })}
      </ActionStrip>
    );
  }
  const number = status.serviceNumber === null ? copy.ours : <Phone number={status.serviceNumber} />;
  return (
    <ActionStrip title={copy.notArriving(yours)} action={<Button onClick={onPhone}>{copy.changeNumber}</Button>}>
      {fill(copy.notArrivingText, { phone, number })}
      {/* Without a plan, a question is no probe: it gets one notice a day. */}
      {!needsPlan(status) && ` ${copy.thenText}`}
    </ActionStrip>
  );
}

const choosePlan = <ButtonLink to="/subscribe">{copy.choosePlan}</ButtonLink>;

/** A state in which the phone cannot ask, with the way out. */
function ActionStrip({ title, action, children }: LeadProps) {
  return (
    <Strip tone="warn">
      <Lead title={title} action={action}>
        {children}
      </Lead>
    </Strip>
  );
}

/** Answers continue while the card is retried. */
function PaymentFailed({ status }: { status: AskStatus }) {
  const portal = usePortal();
  const until = status.nextTryAt ? copy.untilNextTry(unbroken(planDay(status.nextTryAt))) : copy.forNow;
  return (
    <Strip tone="warn">
      <SubmitArea failure={portal.failure} isPending={portal.isPending}>
        <Lead
          title={copy.cardDeclined}
          action={
            <Button isPending={portal.isPending} onClick={portal.open}>
              {portal.isPending ? copy.opening : copy.updateCard}
            </Button>
          }
        >
          {status.serviceNumber === null
            ? fill(copy.answeredUntil, { until })
            : fill(copy.textsToAnsweredUntil, { number: <Phone number={status.serviceNumber} />, until })}{' '}
          {copy.updateToKeep}
        </Lead>
      </SubmitArea>
      <AskUse status={status} />
    </Strip>
  );
}

type NumberStripProps = {
  readonly verb: string;
  readonly status: AskStatus;
  readonly onSupport: () => void;
  readonly children: ReactNode;
};

/** The number to text, large enough to copy to a phone by eye. */
function NumberStrip({ verb, status, onSupport, children }: NumberStripProps) {
  const { serviceNumber } = status;
  if (serviceNumber === null) {
    return (
      <ActionStrip title={copy.noNumber} action={<Button onClick={onSupport}>{copy.getSupport}</Button>}>
        {copy.noNumberText}
      </ActionStrip>
    );
  }
  const isOff = status.state === 'opted_out';
  const shown = formatUsPhone(serviceNumber);
  return (
    <Strip tone={isOff ? 'warn' : 'neutral'}>
      <Lead
        title={
          <>
            {verb} <TextNumber number={serviceNumber} className="inline-block font-bold" />
          </>
        }
        action={<CopyNumber number={shown} variant="secondary" />}
      >
        {children}{' '}
        {!isOff && (
          <span className="whitespace-nowrap">
            <TextLink to="/fridge-card">{copy.printFridgeCard}</TextLink>
          </span>
        )}
      </Lead>
      {!isOff && <AskUse status={status} />}
    </Strip>
  );
}

type LeadProps = { readonly title: ReactNode; readonly action?: ReactNode; readonly children: ReactNode };

function Lead({ title, action, children }: LeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-1 max-w-[62ch]">{children}</p>
      </div>
      {action}
    </div>
  );
}

const tones = { neutral: 'border-transparent bg-tint', warn: 'border-warn bg-warn-tint' } as const;

function Strip({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <section
      aria-label={useIsHelper() ? copy.thePhoneRightNow : copy.phoneRightNow}
      className={`mt-6 rounded-lg border p-5 sm:p-7 ${tones[tone]}`}
    >
      {children}
    </section>
  );
}

function phoneOf({ phoneNumber }: AskStatus, yours: string): ReactNode {
  return phoneNumber === null ? copy.phone(yours) : <Phone number={phoneNumber} />;
}

/** A phone number that no line break divides. */
function Phone({ number }: { number: string }) {
  return <span className="whitespace-nowrap">{formatUsPhone(number)}</span>;
}
