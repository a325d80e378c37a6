import { errorFields, type Log } from '#server/observability/log.ts';

/**
 * Runs the steps of a job in order, even after one has failed, so that a step that always fails does not block the
 * others.
 * @throws the first error, which the queue logs; the later ones are logged here
 */
export async function runSteps(
  { job, log }: { readonly job: string; readonly log: Log },
  steps: readonly (() => Promise<void> | void)[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  for (const error of errors.slice(1)) {
    log.warn({ event: 'job_failed', job, ...errorFields(error) }, 'another step of a background job failed');
  }
  if (errors.length > 0) throw errors[0];
}
