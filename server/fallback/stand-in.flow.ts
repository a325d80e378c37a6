import { recordsAway } from '#server/platform/errors.ts';
import type { Features } from '#server/platform/features.ts';
import type { Facts, Settlement } from '#server/texting/taking-in/settle.ts';
import type { Arrival } from '#server/texting/taking-in/take-in.repo.ts';
import type { DeliveryReport, StandIn } from '#server/texting/text-store.ts';

import type { Eligibility } from './eligibility/eligibility.flow.ts';
import type { Claims } from './journal/claims.repo.ts';
import type { JournalStore } from './journal/journal-store.flow.ts';
import type { Journal } from './journal/journal.repo.ts';
import { takenIn } from './journal/journalled-text.ts';
import type { Outcome } from './journal/operations.ts';
import type { DatabaseWatch } from './watch/database-watch.flow.ts';
import type { Wakefulness } from './watch/wakefulness.ts';

type Parts = {
  readonly watch: DatabaseWatch;
  readonly journal: Journal;
  readonly store: JournalStore;
  readonly claims: Claims;
  readonly eligibility: Eligibility;
  readonly features: Pick<Features, 'isOn'>;
  readonly wakefulness: Pick<Wakefulness, 'isAwake'>;
};

/** The database's stand-in for the path of a text: what that path asks of `server/fallback`. */
export function createStandIn(parts: Parts): StandIn {
  const { watch, journal, store, eligibility, claims } = parts;

  function takeIn(arrival: Arrival, decide: (facts: Facts) => Settlement | null): Settlement | null {
    const { sid, sender } = arrival;
    if (!parts.wakefulness.isAwake) throw recordsAway();
    mustBeOn(parts);
    const settlement = decide(factsOf(parts, arrival));
    if (settlement === null) return null;
    if (!claims.take(sid)) throw recordsAway();
    try {
      store.add(takenIn(arrival, settlement));
    } catch (error) {
      claims.release(sid);
      throw error;
    }
    if (settlement.consent !== null) eligibility.noteConsent(sid, sender, settlement.consent);
    store.memory.settled(arrival, settlement);
    return settlement;
  }

  return {
    store,
    isAway: () => watch.isAway,
    failed: (error) => watch.failed(error),
    verdict: () => watch.verdict(),
    pendingOptOut: (sender) => eligibility.pendingOptOut(sender),
    has: (sid) => store.has(sid),
    reserve: (sid) => claims.reserve(sid),
    takeIn,
    keepOutcome({ id, sid, segments, code }) {
      const body: Outcome = { id, state: sid === null ? 'rejected' : 'accepted', providerSid: sid, segments, code };
      journal.write([{ type: 'outbound.bound', id: `${id}:bound`, key: id, at: Date.now(), body }]);
      if (sid !== null) store.noteBound(sid);
    },
    hasSend: (id) => store.send(id) !== undefined,
    keepReport: (report) => keepReport(parts, report),
    leaseGate: () => ({ ...watch.gate, busySenders: store.busySenders }),
    maySweep: () => watch.areOthersSettled && journal.size === 0,
  };
}

/**
 * What is known of a sender without the database. A stranger is not told of the plans now: whether they have been told
 * before is not known (database outage, "Answering while down").
 */
function factsOf({ eligibility, store }: Parts, arrival: Arrival): Facts {
  const now = new Date();
  const { sender } = arrival;
  return {
    now,
    isOptedOut: eligibility.isOptedOut(sender),
    phone: eligibility.find(sender),
    // Strangers get no promo here, and what the journal has of them is looked at again (replay.repo.ts).
    departedAt: null,
    isPromoSent: true,
    promosLastHour: 0,
    ...store.memory.facts(arrival, now, (sid) => store.isUnderWay(sid, now)),
  };
}

/** Of several reports on one send only the one that says most is kept: they may come in any order. */
function keepReport(parts: Parts, report: DeliveryReport): void {
  const { journal, store } = parts;
  const { id, sid } = report;
  mustBeOn(parts);
  const send = id === null ? undefined : store.send(id);
  // It proves that the send happened (protocol 2.6, rule 1).
  if (send) void store.accepted(send.id, sid, null);
  else store.noteBound(sid);
  journal.keepReport({ key: send?.sid ?? id ?? sid, at: Date.now(), report });
}

function mustBeOn({ features }: Parts): void {
  if (!features.isOn('dbFallback')) throw recordsAway();
}
