import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { dashboardWords } from './dashboard-words.ts';
import type { PortalButton } from './use-portal.ts';

const words = dashboardWords.subscriptionUnavailable;

type SubscriptionUnavailableProps = {
  readonly portal: PortalButton;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
};

const causes = [words.causePayment, words.causeNotActivated, words.causeDatabase];

/** Shown when the subscription cannot be read: possible causes and what to do. */
export function SubscriptionUnavailable({ portal, isRetrying, onRetry }: SubscriptionUnavailableProps) {
  return (
    <div role="alert" className="flex flex-1 flex-col">
      <p className="text-xl font-semibold">{words.dataUnavailable}</p>
      <p className="mt-1 text-muted">{words.mayBecause}</p>
      <ul className="mt-1 mb-6 list-disc space-y-0.5 pl-5 text-muted">
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <div className="mt-auto">
        <SubmitArea failure={portal.failure} isPending={portal.isPending || isRetrying}>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" isPending={isRetrying} onClick={onRetry}>
              {isRetrying ? words.retrying : words.retry}
            </Button>
            <Button variant="secondary" isPending={portal.isPending} onClick={portal.open}>
              {words.manage}
            </Button>
          </div>
        </SubmitArea>
      </div>
    </div>
  );
}
