import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import type { PortalButton } from './use-portal.ts';

const copy = dashboardCopy.subscriptionUnavailable;

type SubscriptionUnavailableProps = {
  readonly portal: PortalButton;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
};

const causes = [copy.causePayment, copy.causeNotActivated, copy.causeDatabase];

/** Shown when the subscription cannot be read: possible causes and what to do. */
export function SubscriptionUnavailable({ portal, isRetrying, onRetry }: SubscriptionUnavailableProps) {
  return (
    <div role="alert" className="flex flex-1 flex-col">
      <p className="text-xl font-semibold">{copy.dataUnavailable}</p>
      <p className="mt-1 text-muted">{copy.mayBecause}</p>
      <ul className="mt-1 mb-6 list-disc space-y-0.5 pl-5 text-muted">
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <div className="mt-auto">
        <SubmitArea failure={portal.failure} isPending={portal.isPending || isRetrying}>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" isPending={isRetrying} onClick={onRetry}>
              {isRetrying ? copy.retrying : copy.retry}
            </Button>
            <Button variant="secondary" isPending={portal.isPending} onClick={portal.open}>
              {copy.manage}
            </Button>
          </div>
        </SubmitArea>
      </div>
    </div>
  );
}
