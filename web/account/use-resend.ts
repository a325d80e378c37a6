import { ApiError } from '../lib/api.ts';
import type { FailureWords } from '../lib/failure.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { useCooldown } from './use-cooldown.ts';

type ResendOptions<Value> = FailureWords & {
  /** Sends a code. @returns how many seconds to wait before the next */
  readonly send: (value: Value) => Promise<number>;
  readonly initialSeconds?: number;
};

/** A code that can be sent again, no sooner than the server says. `sendNow` throws, `submit` shows what went wrong. */
export function useResend<Value = void>({ send, initialSeconds, ...words }: ResendOptions<Value>) {
  const { secondsLeft, start } = useCooldown(initialSeconds);

  async function sendNow(value: Value): Promise<void> {
    try {
      start(await send(value));
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) start(error.retryAfterSeconds);
      throw error;
    }
  }

  const { isPending, failure, submit } = useSubmit(sendNow, words);
  return { secondsLeft, isPending, failure, submit, sendNow, start };
}
