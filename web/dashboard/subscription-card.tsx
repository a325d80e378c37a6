import type { UseQueryResult } from '@tanstack/react-query';

import { freeTimeEnd, hasAnsweredPlan } from '#contract/subscription-display.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SlowNotice } from '#web/ui/feedback/slow-notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { RefreshIcon } from '#web/ui/icons.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import { refreshSubscription } from './queries.ts';
import { FreeTime, SubscriptionDetails } from './subscription-details.tsx';
import { SubscriptionUnavailable } from './subscription-unavailable.tsx';
import type { PaymentReturn } from './use-payment-return.ts';
import { usePortal, type PortalButton } from './use-portal.ts';

const copy = dashboardCopy.subscriptionCard;

type SubscriptionCardProps = {
  readonly subscription: UseQueryResult<SubscriptionView>;
  readonly payment: PaymentReturn;
  /** The number of verified phones; null if unknown. */
  readonly verifiedCount: number | null;
};

/** Card 1: the plan and its status. */
export function SubscriptionCard({ subscription, payment, verifiedCount }: SubscriptionCardProps) {
  const portal = usePortal();
  const refreshing = useRefresh();
  const isBusy = refreshing.isPending || payment === 'polling';
  return (
    <Card
      title={copy.subscription}
      corner={
        <Button variant="quiet" isPending={isBusy} onClick={() => void refreshing.submit()} className="-my-1.5 -mr-4">
          <RefreshIcon className={`size-5 ${isBusy ? 'animate-spin' : ''}`} />
          <span className="sr-only">{copy.refreshSubscription}</span>
        </Button>
      }
    >
      {refreshing.failure !== '' && (
        <div className="mb-4">
          <Alert>{refreshing.failure}</Alert>
        </div>
      )}
      <SlowNotice isPending={refreshing.isPending} />
      <Body subscription={subscription} payment={payment} verifiedCount={verifiedCount} portal={portal} />
    </Card>
  );
}

function Body({ subscription, payment, verifiedCount, portal }: SubscriptionCardProps & { portal: PortalButton }) {
  const { data, isPending, isFetching, refetch } = subscription;
  if (isPending) return <Skeleton label={copy.loadingSubscription} />;
  // Paid, but the plan is not visible yet; a former one may be.
  const isMissing = data !== undefined && payment !== 'none' && !hasAnsweredPlan(data);
  if (isMissing && payment === 'polling') return <Spinner label={copy.paymentInProgress} className="py-8" />;
  if (!data || isMissing) {
    return <SubscriptionUnavailable portal={portal} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  const freeUntil = freeTimeEnd(data);
  if (freeUntil !== null && !hasAnsweredPlan(data)) return <FreeTime view={data} until={freeUntil} portal={portal} />;
  if (data.status === 'none') return <NoSubscription />;
  return <SubscriptionDetails view={data} verifiedCount={verifiedCount} portal={portal} />;
}

/** Shown without a plan. The page's main button is that of the strip. */
function NoSubscription() {
  return (
    <>
      <p className="text-xl font-semibold">{copy.noActiveSubscription}</p>
      <p className="mt-1 mb-6 text-muted">{copy.noSubscriptionText}</p>
      <ButtonLink variant="secondary" to="/subscribe" className="mt-auto self-start">
        {copy.getSubscription}
      </ButtonLink>
    </>
  );
}

/** The refresh button's action; the old state stays until the new one is loaded. */
function useRefresh() {
  return useSubmit<void>(
    async () => {
      await refreshSubscription();
      addToast({ title: copy.subscriptionRefreshed });
    },
    { title: copy.refreshFailed, fallback: copy.refreshFailedText },
  );
}
