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

  /** Compares both clocks with this machine's, and logs one that is off by more than two seconds. */
  async look(): Promise<void> {
    this.#databaseMs = await databaseSkewMs(this.#deps.pool);
    for (const [name, skewMs] of Object.entries(this.skews)) {
      if (skewMs === null || Math.abs(skewMs) <= skewMaxMs) continue;
      const fields = { event: 'clock_skew', name, ms: Math.round(skewMs) };
      this.#deps.log.error(fields, 'two clocks differ by more than two seconds: set this machine or the other by NTP');
    }
  }
}

/** By how much the database's clock is ahead of this machine's, in ms; exact to half of a round trip. */
export async function databaseSkewMs(pool: Pool): Promise<number> {
  const askedAt = Date.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0]?.now.getTime() ?? askedAt) - (askedAt + Date.now()) / 2;
}
