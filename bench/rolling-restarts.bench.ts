import { rollRestarts } from './load/rolling-restarts.ts';
import type { Bench } from './measure.ts';

/**
 * A deployment again and again: two processes behind a load balancer, one of them restarted in order while texts and
 * pages keep coming. No request may fail, no text may be lost or answered twice. `ROLLING_RESTARTS` (10) and
 * `ROLLING_RATE` (20 texts and 20 pages a second) set its size.
 */
export const bench: Bench = ({ postgresUrl }) =>
  rollRestarts({ postgresUrl, restarts: Number(process.env['ROLLING_RESTARTS'] ?? 10) });
