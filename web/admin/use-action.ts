import { useQueryClient } from '@tanstack/react-query';

import { sentenceOf } from '../lib/api.ts';
import { addToast } from '../lib/toast-store.ts';
import { useSubmit } from '../lib/use-submit.ts';

type ActionWords = { readonly errorTitle: string; readonly error: string };

/**
 * Something that the operator does: one at a time, a toast when it fails, and everything on the screen is read again
 * afterwards, whether it worked or not.
 */
export function useAction<Value>(act: (value: Value) => Promise<void>, { errorTitle, error: fallback }: ActionWords) {
  const client = useQueryClient();
  return useSubmit(async (value: Value) => {
    try {
      await act(value);
    } catch (error) {
      addToast({ title: errorTitle, description: sentenceOf(error, fallback), tone: 'danger' });
    } finally {
      // Not waited for: the next thing can be done while the figures are on their way.
      void client.invalidateQueries();
    }
  });
}
