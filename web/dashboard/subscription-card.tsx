import type { UseQueryResult } from '@tanstack/react-query';

import type { SubscriptionView } from '#contract/subscription.ts';

import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RefreshIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NoSubscription } from './no-subscription.tsx';
import { SubscriptionDetails } from './subscription-details.tsx';
import { SubscriptionUnavailable } from './subscription-unavailable.tsx';
import type { PaymentReturn } from './use-payment-return.ts';
import { usePortal, type PortalButton } from './use-portal.ts';
import { useRefresh } from './use-refresh.ts';

type SubscriptionCardProps = {
  readonly subscription: UseQueryResult<SubscriptionView>;
  readonly payment: PaymentReturn;
  /** How many phones are verified; null where that is not known. */
  readonly verifiedCount: number | null;
};

/** Card 1: the plan and how it stands. */
export function SubscriptionCard({ subscription, payment, verifiedCount }: SubscriptionCardProps) {
  const portal = usePortal();
  const refreshing = useRefresh();
  const isBusy = refreshing.isPending || payment === 'polling';
  return (
    <Card
      title="Subscription"
      corner={
        <Button
          variant="quiet"
          isPending={isBusy}
          onClick={() => void refreshing.submit()}
          className="-my-1.5 -mr-3 px-3"
        >
          <RefreshIcon className={`size-5 ${isBusy ? 'animate-spin' : ''}`} />
          <span className="sr-only">Refresh subscription</span>
        </Button>
      }
    >
      {refreshing.failure !== '' && (
        <div className="mb-4">
          <Alert>{refreshing.failure}</Alert>
        </div>
      )}
      <Body subscription={subscription} payment={payment} verifiedCount={verifiedCount} portal={portal} />
    </Card>
  );
}

function Body({ subscription, payment, verifiedCount, portal }: SubscriptionCardProps & { portal: PortalButton }) {
  const { data, isPending, isFetching, refetch } = subscription;
  if (isPending) return <Skeleton label="Loading your subscription" />;
  // Paid for, and still nowhere to be seen.
  const isMissing = payment === 'polled' && data?.status === 'none';
  if (!data || isMissing) {
    return <SubscriptionUnavailable portal={portal} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (data.status === 'none') return <NoSubscription isPaying={payment === 'polling'} />;
  return <SubscriptionDetails view={data} verifiedCount={verifiedCount} portal={portal} />;
}
