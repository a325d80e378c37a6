import { setTimeout as wait } from 'node:timers/promises';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { type SignalCode, signals } from '#server/observability/signals/signals.ts';

import { readFiring } from './firing-signals.repo.ts';
import type { StatusDeps } from './status.ts';

/** What the firing signals say of everyone's texts. */
export type Disruption = {
  /** Questions are not answered, or the answers don't arrive, whatever the cause. */
  readonly isDisrupted: boolean;
  /** The carrier turns away our texts to everyone. */
  readonly isCarrierBlocked: boolean;
};

/** Reads it; at most ten seconds old, and never later than a second from now. */
export type ReadDisruption = () => Promise<Disruption>;

/** How long a reading serves all callers: strangers may ask. */
const freshMs = 10_000;
/** A caller gets the reading before when the new one takes longer than this, as with a database that hangs. */
const patienceMs = 1000;

/** Judges by the signals that fire, by the same rule as the first word of the operator's desk. */
export function disruptionOf(firing: readonly SignalCode[]): Disruption {
  const failing = firing.map((code) => signals[code]).filter(({ answers }) => answers === 'not_answering');
  return { isDisrupted: failing.length > 0, isCarrierBlocked: failing.some(({ lamp }) => lamp === 'carrier') };
}

/** Watches the signals of all processes; without the database, those of this one. */
export function watchDisruption(deps: StatusDeps): ReadDisruption {
  let last = disruptionOf([]);
  let reading: { readonly at: number; readonly read: Promise<Disruption> } | null = null;
  return async () => {
    const now = performance.now();
    if (reading === null || now - reading.at > freshMs) {
      const read = readNow(deps).then(
        (found) => (last = found),
        () => last,
      );
      reading = { at: now, read };
    }
    const patience = new AbortController();
    const before = wait(patienceMs, null, { signal: patience.signal, ref: false }).catch(() => null);
    const read = await Promise.race([reading.read, before]);
    patience.abort();
    return read ?? last;
  };
}

async function readNow({ db, firingHere }: StatusDeps): Promise<Disruption> {
  const [here, everywhere] = await Promise.all([
    firingHere(),
    readFiring(db).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      return [];
    }),
  ]);
  return disruptionOf([...here, ...everywhere].map(({ code }) => code));
}
