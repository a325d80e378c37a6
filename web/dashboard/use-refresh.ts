import { sentenceOf } from '../lib/api.ts';
import { addToast } from '../lib/toast-store.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { refreshSubscription } from './subscription-query.ts';

/** The refresh button: what is shown stays until the new state is here. */
export function useRefresh() {
  return useSubmit<void>(async () => {
    try {
      await refreshSubscription();
      addToast({ title: 'Subscription refreshed' });
    } catch (error) {
      const description = sentenceOf(error, 'We could not read your subscription. Please try again in a moment.');
      addToast({ title: 'Refresh Failed', description, tone: 'danger' });
    }
  });
}
