import { addToast } from '../lib/toast-store.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { refreshSubscription } from './subscription-query.ts';

/** The refresh button: what is shown stays until the new state is here. */
export function useRefresh() {
  return useSubmit<void>(
    async () => {
      await refreshSubscription();
      addToast({ title: 'Subscription refreshed' });
    },
    { title: 'Refresh Failed', fallback: 'We couldn’t read your subscription' },
  );
}
