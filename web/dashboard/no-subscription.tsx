import { ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** For who has no plan, or has just paid for one that is on its way. */
export function NoSubscription({ isPaying }: { isPaying: boolean }) {
  if (isPaying) return <Spinner label="Your payment is being processed" className="py-8" />;
  return (
    <>
      <p className="text-xl font-semibold">No Active Subscription</p>
      <p className="mt-1 mb-6 text-muted">Choose a plan and text your first question in a few minutes.</p>
      <ButtonLink to="/subscribe" className="mt-auto self-start">
        Get a Subscription
      </ButtonLink>
    </>
  );
}
