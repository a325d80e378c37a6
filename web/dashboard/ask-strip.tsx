import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { AskStatus } from '#contract/ask-status.ts';
import { brand } from '#contract/brand.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { formatDate } from '#web/lib/format/format-date.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { AskUse } from './ask-use.tsx';
import { CopyNumber } from './copy-number.tsx';
import { usePortal } from './use-portal.ts';

type AskStripProps = {
  readonly status: UseQueryResult<AskStatus>;
  /** A payment was made, and its plan is not known to us yet. */
  readonly isPaying: boolean;
  readonly onPhone: () => void;
};

/**
 * "Can this phone ask right now?": one sentence and one action for each state, from the rule that decides about texts
 * (docs/reference/decisions.md#who-is-answered).
 */
export function AskStrip({ status, isPaying, onPhone }: AskStripProps) {
  const { data, isPending, isFetching, refetch } = status;
  if (isPending) return <Strip>{<Skeleton label="Checking your phone" />}</Strip>;
  if (!data) {
    return (
      <Strip tone="warn">
        <Lead
          title="We couldn’t check your phone"
          action={
            <Button isPending={isFetching} onClick={() => void refetch()}>
              {isFetching ? 'Retrying…' : 'Check Again'}
            </Button>
          }
        >
          If it worked before, it most likely still does.
        </Lead>
      </Strip>
    );
  }
  const isStarting = isPaying && (data.state === 'no_plan' || data.state === 'ended');
  return isStarting ? <Starting /> : <State status={data} onPhone={onPhone} />;
}

function Starting() {
  return (
    <Strip>
      <Lead title="Starting your plan…">Your payment went through. Your number appears here in a moment.</Lead>
    </Strip>
  );
}

function State({ status, onPhone }: { status: AskStatus; onPhone: () => void }) {
  const isHelper = useIsHelper();
  const yours = isHelper ? 'the' : 'your';
  const phone = status.phoneNumber === null ? `${yours} phone` : formatUsPhone(status.phoneNumber);
  switch (status.state) {
    case 'ready':
      return (
        <NumberStrip verb="Text" status={status}>
          Ask anything from {phone}.
        </NumberStrip>
      );
    case 'reply_yes':
      return (
        <NumberStrip verb="Text YES to" status={status}>
          {isHelper ? `From ${phone}, once. Then it can ask anything.` : `Then ask anything from ${phone}.`}
        </NumberStrip>
      );
    case 'opted_out':
      return (
        <NumberStrip verb="Text START to" status={status}>
          Texts are off because {phone} texted STOP. A START from that phone turns them back on.
        </NumberStrip>
      );
    case 'payment_failed':
      return <PaymentFailed status={status} />;
    case 'no_phone':
      return (
        <ActionStrip
          title={`Add ${yours} phone to start`}
          action={<Button onClick={onPhone}>{isHelper ? 'Add the Phone' : 'Add Your Phone'}</Button>}
        >
          {isHelper
            ? 'We answer texts from that phone only. We’ll text it a code, and its owner reads it to you.'
            : 'We answer texts from your own phone only. We’ll text it a code.'}
        </ActionStrip>
      );
    case 'unverified':
      return (
        <ActionStrip
          title={`Verify ${yours} phone to start`}
          action={<Button onClick={onPhone}>{isHelper ? 'Verify the Phone' : 'Verify Your Phone'}</Button>}
        >
          We’ll text a code to {phone}.{isHelper && ' Ask its owner to read it to you over the phone.'}
        </ActionStrip>
      );
    case 'no_plan':
      return (
        <ActionStrip title="Choose a plan to start" action={choosePlan}>
          {isHelper ? 'The' : 'Your'} phone is verified. With a plan, we’ll answer texts from {phone}.
        </ActionStrip>
      );
    case 'ended':
      return (
        <ActionStrip title="Your plan has ended" action={choosePlan}>
          We don’t answer texts from {phone} until you choose a plan again.
        </ActionStrip>
      );
  }
}

const choosePlan = <ButtonLink to="/subscribe">Choose a Plan</ButtonLink>;

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
  const until = status.answeredUntil === null ? 'for now' : `until ${formatDate(status.answeredUntil)}`;
  return (
    <Strip tone="warn">
      <SubmitArea failure={portal.failure} isPending={portal.isPending}>
        <Lead
          title="Your card was declined"
          action={
            <Button isPending={portal.isPending} onClick={portal.open}>
              {portal.isPending ? 'Opening…' : 'Update Card'}
            </Button>
          }
        >
          {status.serviceNumber === null ? 'Texts' : `Texts to ${formatUsPhone(status.serviceNumber)}`} are answered{' '}
          {until}. Update your card to keep your plan.
        </Lead>
      </SubmitArea>
      <AskUse status={status} />
    </Strip>
  );
}

type NumberStripProps = { readonly verb: string; readonly status: AskStatus; readonly children: ReactNode };

/** The number to text, large enough to copy to a phone by eye. */
function NumberStrip({ verb, status, children }: NumberStripProps) {
  const { serviceNumber } = status;
  if (serviceNumber === null) {
    return (
      <ActionStrip title={`${brand.name} has no number right now`}>Contact support and we’ll let you know.</ActionStrip>
    );
  }
  const isOff = status.state === 'opted_out';
  const shown = formatUsPhone(serviceNumber);
  const link = (
    <a href={`sms:${serviceNumber}`} className="inline-block font-bold text-brand tabular-nums hover:underline">
      {shown}
    </a>
  );
  return (
    <Strip tone={isOff ? 'warn' : 'neutral'}>
      <Lead
        title={
          <>
            {verb} {link}
          </>
        }
        action={<CopyNumber number={shown} variant="secondary" />}
      >
        {children}{' '}
        {!isOff && (
          <span className="whitespace-nowrap">
            <TextLink to="/fridge-card">Print a fridge card</TextLink>
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
      <div className="min-w-0">
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-1">{children}</p>
      </div>
      {action}
    </div>
  );
}

const tones = { neutral: 'border-transparent bg-tint', warn: 'border-warn bg-warn-tint' } as const;

function Strip({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <section aria-label="Your phone right now" className={`mt-6 rounded-lg border p-5 sm:p-7 ${tones[tone]}`}>
      {children}
    </section>
  );
}
