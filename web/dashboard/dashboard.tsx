import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import type { AskStatus } from '#contract/ask-status.ts';
import { brand } from '#contract/brand.ts';
import { freeTimeEnd, hasAnsweredPlan, isAnswered } from '#contract/subscription-display.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import type { User } from '#contract/user.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { runtimeConfigQuery } from '#web/lib/api/runtime-config.ts';
import { formatIfMoment } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { fill } from '#web/ui/fill.tsx';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import { AccountCard } from './account-card.tsx';
import { AskStrip, needsPlan } from './ask-strip.tsx';
import { dashboardCopy } from './dashboard-copy.ts';
import { DashboardDialogs, useDialogs, PasswordPrompt } from './dashboard-dialogs.tsx';
import { EmailNotice, useEmailConfirmation } from './email-confirmation.tsx';
import { HomePlaceCard } from './home-place-card.tsx';
import { PhoneCard } from './phone-card.tsx';
import { askStatusQuery, phonesQuery, statusQuery, subscriptionQuery } from './queries.ts';
import { ServiceNumbersCard } from './service-numbers-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { usePaymentReturn } from './use-payment-return.ts';
import { usePortalReturn } from './use-portal-return.ts';

const copy = dashboardCopy.dashboard;

type DashboardProps = { readonly user: User; readonly waiting: ReactNode };

/** The cards in order of importance, in two columns on wide screens. */
export function Dashboard({ user, waiting }: DashboardProps) {
  useQuery(runtimeConfigQuery);
  const subscription = useQuery(subscriptionQuery);
  const phones = useQuery(phonesQuery);
  const asking = useQuery(askStatusQuery);
  const isDisrupted = useQuery(statusQuery).data?.service === 'disruption';
  const dialogs = useDialogs(user, phones.data);
  const hasPlan = bothKnowPlan(subscription.data, asking.data);
  const payment = usePaymentReturn({ hasPlan, isPaused: dialogs.which === 'delete' });
  usePortalReturn();
  const confirmation = useEmailConfirmation(user);
  useConsistentCards(asking.data);

  // Shows all cards together, so that none moves another; a card whose query is retried shows its own waiting state.
  if (isFirstTry(subscription) || isFirstTry(phones) || isFirstTry(asking)) return waiting;

  const verifiedCount = phones.data?.filter(({ verified }) => verified).length ?? null;
  const hasSubscription =
    subscription.data !== undefined && (subscription.data.status !== 'none' || freeTimeEnd(subscription.data) !== null);
  return (
    <div className="wrap pt-10 md:pt-14">
      <DashboardHead name={user.name} />
      <DisruptionNote isDisrupted={isDisrupted} />
      <AskStrip
        status={asking}
        isPaying={payment !== 'none'}
        isDisrupted={isDisrupted}
        onPhone={() => dialogs.open('phone')}
        onSupport={() => dialogs.open('support')}
      />
      {!user.isEmailProven && <EmailNotice email={user.email} confirmation={confirmation} />}
      {confirmation.note !== '' && (
        <div className="mt-6 wrap-anywhere">
          <Note>{confirmation.note}</Note>
        </div>
      )}
      <div className="mt-6 grid gap-5 md:grid-cols-2 md:gap-6">
        <SubscriptionCard subscription={subscription} payment={payment} verifiedCount={verifiedCount} />
        <PhoneCard phones={phones} onChange={() => dialogs.open('phone')} />
        {hasSubscription && (
          <ServiceNumbersCard
            ownNumber={asking.data?.serviceNumber ?? null}
            isAnswered={isAnswered(subscription.data) && asking.data?.isUnreachable !== true}
            hasVerifiedPhone={verifiedCount !== 0}
            onAddPhone={() => dialogs.open('phone')}
          />
        )}
        <HomePlaceCard />
        <SupportCard isWide={hasSubscription} onOpen={() => dialogs.open('support')} />
        <AccountCard onDelete={() => dialogs.open('delete')} />
      </div>
      <DeploymentInfo />
      <DashboardDialogs which={dialogs.which} user={user} phone={phones.data?.[0]} onClose={dialogs.close} />
      <PasswordPrompt />
    </div>
  );
}

/** Whether card and strip both know of a plan that is answered. */
function bothKnowPlan(view: SubscriptionView | undefined, status: AskStatus | undefined): boolean {
  return view !== undefined && hasAnsweredPlan(view) && status !== undefined && !needsPlan(status);
}

/**
 * Reads plan and phone again when the strip, which refreshes on its own, shows another state or phone, so that the
 * cards do not contradict it.
 */
function useConsistentCards(status: AskStatus | undefined): void {
  const shown = status && `${status.state} ${status.phoneNumber}`;
  const last = useRef(shown);
  useEffect(() => {
    if (last.current !== undefined && shown !== last.current) {
      void queryClient.invalidateQueries(subscriptionQuery);
      void queryClient.invalidateQueries(phonesQuery);
    }
    last.current = shown;
  }, [shown]);
}

function isFirstTry({ isPending, failureCount }: UseQueryResult): boolean {
  return isPending && failureCount === 0;
}

/**
 * The heading of the dashboard, the same in the prerendered HTML and with the cards, so that the largest text shows
 * before any script and does not move.
 */
export function DashboardHead({ name }: { name?: string }) {
  return (
    <>
      <h1 className="text-2xl">{copy.dashboard}</h1>
      <p className="mt-2 text-muted">{name === undefined ? copy.hiAnyone : copy.hi(name.split(' ')[0] ?? '')}</p>
    </>
  );
}

/** Says that answers don't come now, whatever the phone's own state. The live region is there before the note. */
function DisruptionNote({ isDisrupted }: { isDisrupted: boolean }) {
  return (
    <output className="block">
      {isDisrupted && (
        <div className="mt-6">
          <Note tone="warn">{copy.disruption}</Note>
        </div>
      )}
    </output>
  );
}

/** The deployed version, for bug reports; folded, because no one needs it to ask a question. */
function DeploymentInfo() {
  const { data } = useQuery(statusQuery);
  const { branch, commitSha, deployTime, env } = data?.version ?? {};
  const parts = [
    [copy.branch, branch ?? copy.unknown],
    [copy.commit, commitSha?.slice(0, 7) ?? copy.unknown],
    [copy.deployed, deployTime ? formatIfMoment(deployTime) : copy.unknown],
    [copy.environment, env ?? copy.unknown],
  ] as const;
  return (
    <details className="mt-10 text-sm text-muted">
      <summary className="min-h-6 w-fit cursor-pointer hover:text-brand">{copy.versionDetails}</summary>
      <dl aria-label={copy.deployment} className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-1.5">
            <dt>{name}:</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Card 5: support. Over both columns it is a row, as the cards below it. */
function SupportCard({ isWide, onOpen }: { isWide: boolean; onOpen: () => void }) {
  const layout = isWide
    ? 'flex flex-wrap items-center justify-between gap-x-8 gap-y-4'
    : 'flex flex-1 flex-col items-start gap-y-6';
  return (
    <Card title={copy.technicalSupport} className={isWide ? 'md:col-span-2' : ''}>
      <div className={layout}>
        <div className="space-y-2 text-muted">
          <p>{fill(copy.notGettingAnswers, { link: <TextLink to="/faq#service-troubleshooting" /> })}</p>
          <p>{fill(copy.developerContact, { email: <MailLink to={brand.developerEmail} /> })}</p>
        </div>
        <Button variant="secondary" onClick={onOpen} className={isWide ? '' : 'mt-auto'}>
          {copy.getSupport}
        </Button>
      </div>
    </Card>
  );
}
