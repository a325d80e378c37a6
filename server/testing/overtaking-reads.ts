import { randomUUID } from 'node:crypto';

import { syncCustomer } from '#server/billing/subscription/sync.ts';
import type { Db } from '#server/db/client.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

/** A number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** The successive states of a subscription at the provider. */
function lifeOf(id: string, customer: string): ProviderSubscription[] {
  const begun: ProviderSubscription = {
    id,
    customer,
    userId: null,
    status: 'active',
    planId: 'monthly',
    priceMinor: 300,
    currency: 'usd',
    createdAt: day(1),
    currentPeriodStart: day(1),
    currentPeriodEnd: day(31),
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    isEndedUnpaid: false,
    nextPaymentAttempt: null,
    isCollected: false,
    cardFingerprint: null,
  };
  const renewed = { ...begun, currentPeriodStart: day(31), currentPeriodEnd: day(59) };
  return [
    begun,
    { ...begun, cancelAt: day(31), canceledAt: day(5) },
    begun,
    { ...begun, planId: 'annual' },
    { ...renewed, status: 'past_due', nextPaymentAttempt: day(34) },
    { ...renewed, status: 'past_due', nextPaymentAttempt: day(39) },
    renewed,
    { ...renewed, cancelAtPeriodEnd: true, canceledAt: day(50) },
    { ...renewed, status: 'canceled', canceledAt: day(50), endedAt: day(59) },
  ];
}

type Read = {
  snapshot: ProviderSubscription[] | null;
  deliver(found: ProviderSubscription[]): void;
  done: Promise<unknown>;
};

/**
 * Runs through a subscription's states while its events, each one to three times and in any order, trigger syncs: reads
 * begin, see the provider's state and return at random times, overtaking each other.
 * @param random the only source of randomness, so a seed reproduces a run
 * @returns the local mirror at the end, and the provider's state
 */
export async function liveOneLife(db: Db, random: Random) {
  const [id, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
  const life = lifeOf(id, customer).slice(0, 2 + Math.floor(random() * 8));
  const { id: userId } = await db
    .insertInto('users')
    .values({ name: 'Ann', email: `${randomUUID()}@askline.example`, stripe_customer_id: customer })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reads: Read[] = [];
  let [moment, events] = [0, 1];

  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

  async function begin(): Promise<void> {
    events -= 1;
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<ProviderSubscription[]>();
    const listSubscriptions = () => {
      asked.resolve();
      return answer.promise;
    };
    const done = syncCustomer({ db, payments: { listSubscriptions } }, customer);
    await Promise.race([asked.promise, done]);
    reads.push({ snapshot: null, deliver: answer.resolve, done });
  }
  function see(): void {
    const read = pick(reads.filter(({ snapshot }) => snapshot === null));
    const now = life[moment];
    if (read !== undefined) read.snapshot = now === undefined ? [] : [now];
  }
  async function comeBack(): Promise<void> {
    const read = pick(reads.filter(({ snapshot }) => snapshot !== null));
    if (read === undefined) return;
    reads.splice(reads.indexOf(read), 1);
    read.deliver(read.snapshot ?? []);
    await read.done;
  }
  function happen(): void {
    moment += 1;
    events += 1 + Math.floor(random() * 3);
  }

  while (moment < life.length - 1 || events > 0 || reads.length > 0) {
    // A read that saw an early state returns late: the case that could corrupt the mirror.
    const choice = random();
    if (choice < 0.25 && moment < life.length - 1) happen();
    else if (choice < 0.6 && events > 0) await begin();
    else if (choice < 0.9) see();
    else await comeBack();
  }
  const written = await db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute();
  return { written, expected: life[moment] };
}
