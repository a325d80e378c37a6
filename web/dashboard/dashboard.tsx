import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { brand } from '#contract/brand.ts';
import type { User } from '#contract/user.ts';
import { StatusReply } from '#contract/version.ts';
import { call } from '#web/lib/api/call.ts';
import { runtimeConfigQuery } from '#web/lib/api/runtime-config.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { MailLink, TextLink } from '#web/ui/text-link.tsx';

import { AccountCard } from './account-card.tsx';
import { AskStrip } from './ask-strip.tsx';
import { DashboardDialogs, useDialogs, PasswordPrompt } from './dashboard-dialogs.tsx';
import { EmailNotice, useEmailConfirmation } from './email-confirmation.tsx';
import { HomePlaceCard } from './home-place-card.tsx';
import { PhoneCard } from './phone-card.tsx';
import { askStatusQuery, phonesQuery, subscriptionQuery } from './queries.ts';
import { ServiceNumbersCard } from './service-numbers-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { usePaymentReturn } from './use-payment-return.ts';

type DashboardProps = { readonly user: User; readonly waiting: ReactNode };

/** The cards in order of importance, in two columns on wide screens. */
export function Dashboard({ user, waiting }: DashboardProps) {
  useQuery(runtimeConfigQuery);
  const subscription = useQuery(subscriptionQuery);
  const phones = useQuery(phonesQuery);
  const asking = useQuery(askStatusQuery);
  const dialogs = useDialogs(user, phones.data);
  const payment = usePaymentReturn(dialogs.which === 'delete');
  useEmailConfirmation();

  // Shows all cards together, so that none moves another; a card whose query is retried shows its own waiting state.
  if (isFirstTry(subscription) || isFirstTry(phones) || isFirstTry(asking)) return waiting;

  const verifiedCount = phones.data?.filter(({ verified }) => verified).length ?? null;
  const hasSubscription = subscription.data !== undefined && subscription.data.status !== 'none';
  return (
    <div className="wrap pt-10 md:pt-14">
      <DashboardHead name={user.name} />
      <AskStrip status={asking} isPaying={payment === 'polling'} onPhone={() => dialogs.open('phone')} />
      {!user.isEmailProven && <EmailNotice email={user.email} />}
      <div className="mt-6 grid gap-5 md:grid-cols-2 md:gap-6">
        <SubscriptionCard subscription={subscription} payment={payment} verifiedCount={verifiedCount} />
        <PhoneCard phones={phones} onChange={() => dialogs.open('phone')} />
        {hasSubscription && (
          <ServiceNumbersCard
            ownNumber={asking.data?.serviceNumber ?? null}
            isAnswered={!subscription.data.isExpired}
            hasVerifiedPhone={verifiedCount !== 0}
            onAddPhone={() => dialogs.open('phone')}
          />
        )}
        <HomePlaceCard />
        <SupportCard onOpen={() => dialogs.open('support')} />
        <AccountCard isWide={!hasSubscription} onDelete={() => dialogs.open('delete')} />
      </div>
      <DeploymentInfo />
      <DashboardDialogs
        which={dialogs.which}
        user={user}
        phone={phones.data?.[0]}
        subscription={subscription.data}
        onClose={dialogs.close}
      />
      <PasswordPrompt />
    </div>
  );
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
      <h1 className="text-2xl">Dashboard</h1>
      <p className="mt-2 text-muted">{name === undefined ? 'Hi.' : `Hi, ${name.split(' ')[0]}.`}</p>
    </>
  );
}

/** The deployed version, for bug reports; folded, because no one needs it to ask a question. */
function DeploymentInfo() {
  const { data } = useQuery({
    queryKey: ['/api/status'],
    queryFn: ({ signal }) => call('/api/status', { reads: StatusReply, signal }),
  });
  const { branch, commitSha, deployTime, env } = data?.version ?? {};
  const parts = [
    ['Branch', branch ?? 'unknown'],
    ['Commit', commitSha?.slice(0, 7) ?? 'unknown'],
    ['Deployed', deployTime ? readable(deployTime) : 'unknown'],
    ['Environment', env ?? 'unknown'],
  ] as const;
  return (
    <details className="mt-10 text-sm text-muted">
      <summary className="inline-block min-h-6 cursor-pointer hover:text-brand">Version details</summary>
      <dl aria-label="Deployment" className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{name}:</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Formats a time; text that is not a time stays unchanged. */
function readable(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : formatMoment(time);
}

/** Card 5: support. */
function SupportCard({ onOpen }: { onOpen: () => void }) {
  return (
    <Card title="Technical Support">
      <p className="text-muted">
        Not getting answers? Check the <TextLink to="/faq#service-troubleshooting">FAQ</TextLink> for common fixes.
      </p>
      <p className="mt-2 text-muted">
        Developer contact: <MailLink to={brand.developerEmail} />
      </p>
      <div className="mt-auto pt-6">
        <Button variant="secondary" onClick={onOpen}>
          Get Support
        </Button>
      </div>
    </Card>
  );
}
