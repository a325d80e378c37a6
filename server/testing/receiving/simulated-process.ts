import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { createLog } from '#server/observability/log.ts';
import { JournalStore } from '#server/outage/journal/journal-store.ts';
import { Journal, type JournalLimits } from '#server/outage/journal/journal.repo.ts';
import { decisionOf } from '#server/outage/journal/journaled-text.ts';
import { MessageLocks } from '#server/outage/journal/message-locks.ts';
import type { ReceivedText } from '#server/outage/journal/operations.ts';
import { createOutageStore } from '#server/outage/outage-store.ts';
import { replayAbandonedJournals } from '#server/outage/replay/abandoned-journals.ts';
import { replayJournal, type ReplayDeps } from '#server/outage/replay/replay.ts';
import { AppError } from '#server/platform/errors.ts';
import { MaybeReceivedError } from '#server/texting/inbound/receive-together.repo.ts';
import { createReceiveTransaction } from '#server/texting/inbound/receive-transaction.ts';
import type { ReplyDecision, SenderState } from '#server/texting/rules/decide-reply.ts';
import { databaseStore } from '#server/texting/store/postgres-store.ts';
import type { LeaseGate, OutageStore, TextStore } from '#server/texting/store/text-store.ts';
import { timing } from '#server/texting/timing.ts';

import { journaledText } from '../journals.ts';
import type { SharedDatabase } from './shared-database.ts';

const { log } = createLog('silent');
const roomy: JournalLimits = { opsMax: 1000, bytesMax: 1_048_576 };
const phoneHash = (value: string): string => `h:${createHash('sha256').update(value).digest('hex')}`;
const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;
const sending = { purpose: 'answer', senderHash: 'none', isLate: false, segments: 1, encoding: 'gsm7' } as const;

/** Where a process can die while it replays its journal. */
export type ReplayDeath = 'before the locks are released' | 'before the entries are removed';

/** What a process shares with its neighbors. */
export type Shared = {
  readonly folder: string;
  readonly database: SharedDatabase;
  /** What may be leased from the database, apart from what this process knows itself. */
  readonly gate: () => Pick<LeaseGate, 'notBefore'>;
  /** A reply to this text has gone out. */
  readonly onSent: (sid: string) => void;
};

/** The receiving part of a process: its own journal, locks and view of the database, all of them real. */
export class SimulatedProcess {
  readonly #shared: Shared;
  readonly #journal: Journal;
  readonly #locks: MessageLocks;
  readonly #store: JournalStore;
  readonly #outageStore: OutageStore;
  readonly #database: TextStore;
  readonly #receive: ReturnType<typeof createReceiveTransaction>;
  /** What it believes of the database. */
  isUnavailable: boolean;
  #isDead = false;

  constructor(shared: Shared) {
    const { folder, database } = shared;
    this.#shared = shared;
    this.isUnavailable = !database.isThere;
    this.#journal = Journal.open(folder, roomy, log);
    this.#locks = new MessageLocks(folder, this.#journal.index);
    const stops = { isOptedOut: () => false, isStillOwned: () => true };
    this.#store = new JournalStore({
      journal: this.#journal,
      stops,
      timing: timing(),
      isUnavailable: () => this.isUnavailable,
    });
    this.#outageStore = this.#createOutageStore();
    const deps = { pool: database.pool, outageStore: this.#outageStore, timing: timing() };
    this.#database = databaseStore({ ...deps, owner: randomUUID() });
    this.#receive = createReceiveTransaction({ ...deps, taker: null });
  }

  get journalSize(): number {
    return this.#journal.size;
  }

  /**
   * The webhook of a text. @param isNoted whether the outage copy does not know the sender, so that the text is only noted
   * if it is journaled
   * @returns whether it is acknowledged
   */
  async deliver(sid: string, sender: string, isNoted = false): Promise<boolean> {
    const at = Date.now();
    const { body } = journaledText();
    const received = { ...(body as ReceivedText), userId: null, phoneId: null };
    const asked = decisionOf({ ...received, sid, sender, receivedAt: at, notBefore: at, answerBy: at + 120_000 });
    const noted: ReplyDecision = { ...asked, reply: null, isAccepted: false, stranger: 'noted' };
    const hashes = { sidHash: phoneHash(sid), senderHash: phoneHash(sender) };
    const { serviceNumber } = received;
    const message = { sid, sender, serviceNumber, questionTag: null, asksMore: false, ...hashes };
    // Only the database knows the phone here.
    const decide = ({ phone }: SenderState): ReplyDecision => (phone === null && isNoted ? noted : asked);
    return this.#receive({ message, decide }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError || error instanceof MaybeReceivedError) return false;
        throw error;
      },
    );
  }

  /** Learns whether the database is available, as from a heartbeat. */
  look(): void {
    this.isUnavailable = !this.#shared.database.isThere;
  }

  /** Answers every text that it may work on. */
  async work(): Promise<void> {
    const store = this.isUnavailable ? this.#store : this.#database;
    await this.#asLongAsThere(async () => {
      for (const lease of await store.lease(10, 'all')) {
        const intent = await store.openSend(lease, { ...sending, id: randomUUID() });
        if (intent === null || intent === 'busy') continue;
        this.#shared.onSent(lease.sid);
        await store.accepted(intent, newSid(), 1);
      }
    });
  }

  /** Replays its journal, as it does when the database is back. @returns whether it died at `death` */
  async replay(death: ReplayDeath | null = null): Promise<boolean> {
    if (this.isUnavailable) return false;
    const dieAt = (at: ReplayDeath): void => {
      if (death === at) this.kill();
      if (this.#isDead) throw new Error('the process is dead');
    };
    const locks: ReplayDeps['locks'] = {
      releaseReplayed: (sids) => {
        dieAt('before the locks are released');
        this.#locks.releaseReplayed(sids);
        dieAt('before the entries are removed');
      },
    };
    await this.#asLongAsThere(() =>
      replayJournal({
        ...this.#replayDeps(),
        locks,
        journal: this.#journal,
        isIdle: (key) => this.#store.isIdle(key),
        onHandedOff: (entries) => this.#store.handOff(entries.map(({ key }) => key)),
        onApplied: (entries) => this.#store.forget(entries),
      }),
    );
    return this.#isDead;
  }

  /** Replays the journals of dead neighbors. */
  async adopt(): Promise<void> {
    if (this.isUnavailable) return;
    const { folder } = this.#shared;
    const deps = { ...this.#replayDeps(), folder, limits: roomy, forgetBefore: 0, locks: this.#locks };
    await this.#asLongAsThere(() => replayAbandonedJournals({ ...deps, journalName: (index) => `machine/${index}` }));
  }

  /** Dies: what is on disk stays, and nothing is added to it. */
  kill(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#locks.close();
    this.#journal.close();
  }

  #replayDeps() {
    return { pool: this.#shared.database.pool, log, phoneHash, redactDropped: async () => undefined };
  }

  #createOutageStore(): OutageStore {
    const learn = (isUnavailable: boolean): boolean => (this.isUnavailable = isUnavailable);
    const isUnavailable = (): boolean => this.isUnavailable;
    const { database, gate } = this.#shared;
    return createOutageStore({
      journal: this.#journal,
      store: this.#store,
      locks: this.#locks,
      watch: {
        get isUnavailable() {
          return isUnavailable();
        },
        get gate() {
          return { ...gate(), startedAt: null };
        },
        areOthersDrained: false,
        reportFailure: () => void learn(true),
        probe: async () => learn(!database.isThere),
      },
      eligibility: {
        isOptedOut: () => false,
        pendingOptOut: () => null,
        noteConsent: () => undefined,
        find: () => null,
      },
      featureFlags: { isOn: () => true },
      freezeDetector: { isCaughtUp: true },
      untilJournalsDrained: async () => false,
    });
  }

  /**
   * Runs `work` until it is done, the database becomes unavailable, or the process dies. @throws what else made it fail
   */
  async #asLongAsThere(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!this.#isDead && databaseFailureOf(error) === null) throw error;
      this.isUnavailable = true;
    });
  }
}
