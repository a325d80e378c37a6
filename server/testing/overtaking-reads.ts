import { randomUUID } from 'node:crypto';

import { syncCustomer } from '#server/billing/sync.flow.ts';
import type { Db } from '#server/db/client.ts';
import type { ProviderSubscription } from '#server/providers/ports/payments.ts';

/** A number from 0 up to 1. */
export type Random = () => number;

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** The life of a subscription, state by state, as the provider would have shown it. */
function lifeOf(id: string, customer: string): ProviderSubscription[] {
  const begun: ProviderSubscription = {
    id,
    customer,
    status: 'active',
    planId: 'monthly',
    createdAt: day(1),
    currentPeriodStart: day(1),
    currentPeriodEnd: day(31),
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    nextPaymentAttempt: null,
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
 * Lives one subscription's life while its events, each once to three times and in any order, make our copy be read
 * anew: reads begin, see the provider, and come back at random moments, overtaking one another.
 * @param random decides everything, so a seed repeats a run
 * @returns what is written at the end, and what the provider shows then
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
    // What was seen early comes back late: that is where a copy could go wrong.
    const choice = random();
    if (choice < 0.25 && moment < life.length - 1) happen();
    else if (choice < 0.6 && events > 0) await begin();
    else if (choice < 0.9) see();
    else await comeBack();
  }
  const written = await db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute();
  return { written, expected: life[moment] };
}

/** A generator of random numbers that a seed repeats (Mulberry32, public domain, Tommy Ettinger). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return function () {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
