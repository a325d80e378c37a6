import { listenForStop } from './stopping.ts';

/**
 * Runs a task of `npm run` to its end. It ends with the exit code that the work returns, or with 1 and one sentence on
 * standard error if the work fails.
 * @param ifStopped the sentence for work that fails because it was asked to stop; by default the failure's own
 */
export async function runAsTask(
  work: (asked: AbortSignal) => Promise<number>,
  { ifStopped }: { readonly ifStopped?: string } = {},
): Promise<void> {
  const { asked } = listenForStop();
  try {
    process.exitCode = await work(asked);
  } catch (error) {
    const failure = error instanceof Error ? error.message : error;
    console.error(asked.aborted ? (ifStopped ?? failure) : failure);
    process.exitCode = 1;
  }
  // The channel to the relay (bootstrap/relay.mjs) would keep this process alive.
  if (process.connected) process.disconnect();
}
