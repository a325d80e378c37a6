import { useQueryClient } from '@tanstack/react-query';

import { type SubmitOptions, useSubmit } from '#web/ui/forms/use-submit.ts';

/**
 * An operator's action: one at a time, with failures shown next to the button. All data on the screen is refreshed
 * afterwards, even after a failure.
 */
export function useAction<Value>(act: (value: Value) => Promise<void>, options: SubmitOptions) {
  const client = useQueryClient();
  return useSubmit(async (value: Value) => {
    try {
      await act(value);
    } finally {
      // Not awaited, so that the next action need not wait for the refresh.
      void client.invalidateQueries();
    }
  }, options);
}
