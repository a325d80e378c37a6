import type { Log } from '#server/observability/log.ts';

/** Logs that the carrier has a text twice, the second time by this send: the signal `duplicate_detected`. */
export function logDuplicate(log: Pick<Log, 'error'>, id: string): void {
  log.error({ event: 'duplicate_detected', outbound: id }, 'the carrier has this text twice');
}
