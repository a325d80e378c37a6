import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { User } from '#contract/user.ts';

import { runtimeConfigQuery } from '../lib/runtime-config.ts';
import { AccountCard } from './account-card.tsx';
import { DashboardDialogs } from './dashboard-dialogs.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { DeploymentInfo } from './deployment-info.tsx';
import { EmailNotice } from './email-notice.tsx';
import { PasswordPrompt } from './password/password-prompt.tsx';
import { PhoneCard } from './phone-card.tsx';
import { phonesQuery } from './phones-query.ts';
import { ServiceNumbersCard } from './service-numbers-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { subscriptionQuery } from './subscription-query.ts';
import { SupportCard } from './support-card.tsx';
import { useDialogs } from './use-dialogs.ts';
import { useEmailConfirmation } from './use-email-confirmation.ts';
import { usePaymentReturn } from './use-payment-return.ts';

type DashboardProps = { readonly user: User; readonly waiting: ReactNode };

/** The cards, in the order in which they matter; two columns where there is room. */
export function Dashboard({ user, waiting }: DashboardProps) {
  useQuery(runtimeConfigQuery);
  const subscription = useQuery(subscriptionQuery);
  const phones = useQuery(phonesQuery);
  const dialogs = useDialogs(user, phones.data);
  const payment = usePaymentReturn(dialogs.which === 'delete');
  useEmailConfirmation();

  // All of it at once, so that no card pushes another; what has to be tried again is waited for in its own card.
  if (isFirstTry(subscription) || isFirstTry(phones)) return waiting;

  const verifiedCount = phones.data?.filter(({ verified }) => verified).length ?? null;
  const hasSubscription = subscription.data !== undefined && subscription.data.status !== 'none';
  return (
    <div className="wrap pt-10 md:pt-14">
      <DashboardHead name={user.name} />
      {!user.isEmailProven && <EmailNotice email={user.email} />}
      <div className="mt-8 grid gap-5 md:grid-cols-2 md:gap-6">
        <SubscriptionCard subscription={subscription} payment={payment} verifiedCount={verifiedCount} />
        <PhoneCard phones={phones} onChange={() => dialogs.open('phone')} />
        {hasSubscription && (
          <ServiceNumbersCard hasVerifiedPhone={verifiedCount !== 0} onAddPhone={() => dialogs.open('phone')} />
        )}
        <SupportCard onOpen={() => dialogs.open('support')} />
        <AccountCard isWide={hasSubscription} onDelete={() => dialogs.open('delete')} />
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
