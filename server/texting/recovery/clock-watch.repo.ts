import type { Pool } from 'pg';

import type { Log } from '#server/observability/log.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

import { skewMaxMs } from './clock-skew.ts';

export type ClockWatchDeps = { readonly pool: Pool; readonly carrier: Pick<Carrier, 'clockSkewMs'>; readonly log: Log };

/** By how much the clocks of the database and of the carrier are ahead of this machine's. */
export class ClockWatch {
  readonly #deps: ClockWatchDeps;
  #databaseMs: number | null = null;

  constructor(deps: ClockWatchDeps) {
    this.#deps = deps;
  }

  /** In ms, positive when ahead; null while it is not known. */
  get skews(): { readonly carrier: number | null; readonly database: number | null } {
    return { carrier: this.#deps.carrier.clockSkewMs(), database: this.#databaseMs };
  }

  /** Compares both clocks with this machine's, and logs one that is off by more than `skewMaxMs`. */
  async check(): Promise<void> {
    this.#databaseMs = await databaseSkewMs(this.#deps.pool);
    for (const [name, skewMs] of Object.entries(this.skews)) {
      if (skewMs === null || Math.abs(skewMs) <= skewMaxMs) continue;
      const fields = { event: 'clock_skew', name, ms: Math.round(skewMs) };
      const limit = `${skewMaxMs / 1000} seconds`;
      this.#deps.log.error(fields, `two clocks differ by more than ${limit}: set this machine or the other by NTP`);
    }
  }
}

/** A reading whose round trip takes longer may be off by half of it, so the clock is read again. In ms. */
const roundTripMaxMs = 500;
const readingsMax = 5;

/**
 * By how much the database's clock is ahead of this machine's, in ms; exact to half of the shortest round trip of at most
 * five: on a busy machine a single one can take seconds, and would pass for a wrong clock.
 */
export async function databaseSkewMs(pool: Pick<Pool, 'query'>): Promise<number> {
  let best = { skewMs: 0, roundTripMs: Infinity };
  for (let nth = 0; nth < readingsMax && best.roundTripMs > roundTripMaxMs; nth += 1) {
    const askedAt = Date.now();
    const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
    const roundTripMs = Date.now() - askedAt;
    if (roundTripMs >= best.roundTripMs) continue;
    best = { skewMs: (rows[0]?.now.getTime() ?? askedAt) - (askedAt + roundTripMs / 2), roundTripMs };
  }
  return best.skewMs;
}
