import { useQueryClient } from '@tanstack/react-query';

import type { FailureWords } from '../lib/failure.ts';
import { useSubmit } from '../lib/use-submit.ts';

/**
 * Something that the operator does: one at a time, what went wrong where it was pressed, and everything on the screen is
 * read again afterwards, whether it worked or not.
 */
export function useAction<Value>(act: (value: Value) => Promise<void>, words: FailureWords) {
  const client = useQueryClient();
  return useSubmit(async (value: Value) => {
    try {
      await act(value);
    } finally {
      // Not waited for: the next thing can be done while the figures are on their way.
      void client.invalidateQueries();
    }
  }, words);
}
