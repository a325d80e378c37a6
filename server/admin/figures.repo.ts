import { sql } from 'kysely';

import type { SearchStatsView } from '#contract/admin.ts';
import { UNKNOWN_PLAN_ID } from '#contract/plans.ts';
import type { Db } from '#server/db/client.ts';

type Counts = Omit<SearchStatsView, 'lastUpdated' | 'totalUsers'>;

/** Subscribers, senders and questions since the beginning (docs/reference/decisions.md#counts). */
export async function readSearchStats(db: Db): Promise<Counts> {
  const [strangers, questions, plans] = await Promise.all([readStrangers(db), readQuestions(db), readPlans(db)]);
  const subscriptionsByPlan = Object.fromEntries(plans.map(({ plan, count }) => [plan, count]));
  const activeSubscriptions = plans.reduce((sum, { count }) => sum + count, 0);
  return { ...strangers, ...questions, activeSubscriptions, subscriptionsByPlan };
}

async function readStrangers(db: Db): Promise<Pick<Counts, 'unsubscribedSenders' | 'promoSent'>> {
  const { rows } = await sql<{ unsubscribedSenders: number; promoSent: number }>`
    select count(*) as "unsubscribedSenders", count(*) filter (where promo_sent) as "promoSent"
      from unsubscribed_senders`.execute(db);
  return rows[0] ?? { unsubscribedSenders: 0, promoSent: 0 };
}

const questionCounters = {
  totalQueries: 'questions.accepted',
  successfulQueries: 'questions.answered',
  failedQueries: 'questions.failed',
} as const;

/** One statement, so that a concurrent roll-up is seen completely or not at all. */
async function readQuestions(db: Db): Promise<Record<keyof typeof questionCounters, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::bigint as value
      from counter_values
     where name = any(${Object.values(questionCounters)}) group by name`.execute(db);
  const valueOf = (name: string): number => Math.max(0, rows.find((row) => row.name === name)?.value ?? 0);
  return {
    totalQueries: valueOf(questionCounters.totalQueries),
    successfulQueries: valueOf(questionCounters.successfulQueries),
    failedQueries: valueOf(questionCounters.failedQueries),
  };
}

/** Subscriptions that are answered now, by the rule by which texts are answered (platform/eligibility.ts). */
async function readPlans(db: Db): Promise<{ plan: string; count: number }[]> {
  const { rows } = await sql<{ plan: string; count: number }>`
    select coalesce(plan_id, ${UNKNOWN_PLAN_ID}) as plan, count(*) as count from subscriptions
     where is_paying(status) and answers_until > now() group by 1 order by 1`.execute(db);
  return rows;
}

/** How many accounts there are, and how many of them the external identity service has. */
export async function countIdentities(db: Db): Promise<{ total: number; migrated: number }> {
  const { rows } = await sql<{ total: number; migrated: number }>`
    select count(*) as total, count(external_identity_id) as migrated from users where deleted_at is null`.execute(db);
  return rows[0] ?? { total: 0, migrated: 0 };
}
