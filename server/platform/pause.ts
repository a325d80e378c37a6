import { setTimeout as wait } from 'node:timers/promises';

/** Waits. @returns false if `signal` ended the wait */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal }).catch(() => false);
}
