import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import type { PortalButton } from './use-portal.ts';

type SubscriptionUnavailableProps = {
  readonly portal: PortalButton;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
};

const causes = [
  'Your payment is still being processed',
  'Your subscription is not activated yet',
  'Our database is briefly unavailable',
];

/** Shown when the subscription cannot be read: possible causes and what to do. */
export function SubscriptionUnavailable({ portal, isRetrying, onRetry }: SubscriptionUnavailableProps) {
  return (
    <div role="alert" className="flex flex-1 flex-col">
      <p className="text-xl font-semibold">Subscription Data Unavailable</p>
      <p className="mt-1 text-muted">This may be because:</p>
      <ul className="mt-1 mb-6 list-disc space-y-0.5 pl-5 text-muted">
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <div className="mt-auto">
        <SubmitArea failure={portal.failure} isPending={portal.isPending}>
          <div className="flex flex-wrap gap-3">
            <Button isPending={isRetrying} onClick={onRetry}>
              {isRetrying ? 'Retrying…' : 'Retry'}
            </Button>
            <Button variant="secondary" isPending={portal.isPending} onClick={portal.open}>
              Manage
            </Button>
          </div>
        </SubmitArea>
      </div>
    </div>
  );
}
