import { databaseUnavailable } from '#server/platform/errors.ts';
import type { FeatureFlags } from '#server/platform/feature-flags.ts';
import type { SenderState, ReplyDecision } from '#server/texting/rules/decide-reply.ts';
import type { DeliveryReport, InboundMessage, OutageStore } from '#server/texting/store/text-store.ts';

import type { Eligibility } from './eligibility/eligibility.ts';
import type { JournalStore } from './journal/journal-store.ts';
import type { Journal } from './journal/journal.repo.ts';
import { receivedTextOf } from './journal/journaled-text.ts';
import type { MessageLocks } from './journal/message-locks.ts';
import type { OutcomeRecord } from './journal/operations.ts';
import type { DatabaseWatch } from './watch/database-watch.ts';
import type { FreezeDetector } from './watch/freeze-detector.ts';

type Deps = {
  readonly watch: Pick<DatabaseWatch, 'isUnavailable' | 'reportFailure' | 'probe' | 'gate' | 'areOthersDrained'>;
  readonly journal: Journal;
  readonly store: JournalStore;
  readonly locks: MessageLocks;
  readonly eligibility: Pick<Eligibility, 'isOptedOut' | 'pendingOptOut' | 'noteConsent' | 'find'>;
  readonly featureFlags: Pick<FeatureFlags, 'isOn'>;
  readonly freezeDetector: Pick<FreezeDetector, 'isCaughtUp'>;
  readonly untilJournalsDrained: OutageStore['untilJournalsDrained'];
};

/** Creates the store that the path of a text uses while the database is unavailable. */
export function createOutageStore(deps: Deps): OutageStore {
  const { watch, journal, store, eligibility, locks } = deps;

  function receive(message: InboundMessage, decide: (read: SenderState) => ReplyDecision | null): ReplyDecision | null {
    const { sid, sender } = message;
    if (!deps.freezeDetector.isCaughtUp) throw databaseUnavailable();
    requireJournaling(deps);
    const decision = decide(senderStateOf(deps, message));
    if (decision === null) return null;
    if (!locks.acquire(sid)) throw databaseUnavailable();
    try {
      store.add(receivedTextOf(message, decision));
    } catch (error) {
      locks.release(sid);
      throw error;
    }
    if (decision.consent !== null) eligibility.noteConsent(sid, sender, decision.consent);
    store.senderState.note(message, decision);
    return decision;
  }

  return {
    store,
    isUnavailable: () => watch.isUnavailable,
    reportFailure: (error) => watch.reportFailure(error),
    probe: () => watch.probe(),
    pendingOptOut: (sender) => eligibility.pendingOptOut(sender),
    has: (sid) => store.has(sid),
    reserve: (sids) => locks.reserve(sids),
    receive,
    keepOutcome({ id, sid, segments, code }) {
      const body: OutcomeRecord = {
        id,
        state: sid === null ? 'rejected' : 'accepted',
        providerSid: sid,
        segments,
        code,
      };
      journal.write([{ type: 'outbound.bound', id: `${id}:bound`, key: id, at: Date.now(), body }]);
      if (sid !== null) store.noteRecorded(sid);
    },
    hasSend: (id) => store.send(id) !== undefined,
    keepReport: (report) => keepReport(deps, report),
    leaseGate: () => ({ ...watch.gate, busySenders: store.busySenders }),
    untilJournalsDrained: deps.untilJournalsDrained,
    areJournalsReplayed: () => watch.areOthersDrained && journal.size === 0,
  };
}

/**
 * The sender's state without the database. Unknown senders get no promo now, because they may have got it before
 * (docs/reference/outage.md#eligibility-while-the-database-is-away).
 */
function senderStateOf({ eligibility, store }: Deps, message: InboundMessage): SenderState {
  const now = new Date();
  const { sender } = message;
  return {
    now,
    isOptedOut: eligibility.isOptedOut(sender),
    phone: eligibility.find(sender),
    // Unknown senders get no promo here, and the replay checks their texts again (replay.repo.ts).
    departedAt: null,
    // The snapshot has no languages: each text is answered in its own.
    language: null,
    home: 'unknown',
    isPromoSent: true,
    hasMemory: false,
    mayTellMore: false,
    promosLastHour: 0,
    ...store.senderState.read(message, now, (sid) => store.isUnderWay(sid, now)),
  };
}

/**
 * Keeps only the most advanced report of a send, because reports arrive in any order.
 * @throws AppError `temporarily_unavailable` when the journal or the disk is full
 */
function keepReport(deps: Deps, report: DeliveryReport): void {
  const { journal, store } = deps;
  const { id, sid } = report;
  requireJournaling(deps);
  const send = id === null ? undefined : store.send(id);
  journal.keepReport({ key: send?.sid ?? id ?? sid, at: Date.now(), report });
  // The report proves that the send happened (docs/reference/texting-protocol.md#reconciliation). On a disk that is full
  // by now, the reconciler finds the send at the carrier.
  if (send) store.accepted(send, sid, null).catch(() => undefined);
  else store.noteRecorded(sid);
}

/** @throws AppError `temporarily_unavailable` while the `dbFallback` toggle is off */
function requireJournaling({ featureFlags }: Deps): void {
  if (!featureFlags.isOn('dbFallback')) throw databaseUnavailable();
}
