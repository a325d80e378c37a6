import type { SearchStatsView } from '#contract/admin.ts';
import { plans } from '#contract/plans.ts';
import { Card } from '#web/ui/card.tsx';

import { Bars, rowsOf } from '../bars.tsx';
import { useDeskNavigation } from '../desk/navigation.ts';
import { Facts, Figures } from '../facts.tsx';
import { formatCode, formatCount, formatMomentExactly, formatShare } from '../format.ts';
import { Monitored } from '../monitored.tsx';

/** All-time totals of questions and users. */
export function SearchStatsTab() {
  return <Monitored>{({ searchStats }) => <SearchStats stats={searchStats} />}</Monitored>;
}

function SearchStats({ stats }: { stats: SearchStatsView }) {
  const { totalUsers, totalQueries, successfulQueries, failedQueries, activeSubscriptions } = stats;
  const { subscriptionsByPlan, unsubscribedSenders, promoSent, lastUpdated } = stats;
  const { openFailures } = useDeskNavigation();
  const ended = successfulQueries + failedQueries;
  const shareOf = (count: number) => (ended === 0 ? undefined : `${formatShare(count / ended)} of completed questions`);
  return (
    <div className="space-y-5 md:space-y-6">
      <Figures
        figures={[
          { label: 'Total queries', value: formatCount(totalQueries) },
          {
            label: 'Successful queries',
            value: formatCount(successfulQueries),
            note: shareOf(successfulQueries),
            tone: 'good',
          },
          {
            label: 'Failed queries',
            value: formatCount(failedQueries),
            note: shareOf(failedQueries),
            tone: failedQueries > 0 ? 'bad' : 'plain',
            onOpen: () => openFailures('questions', 'year'),
          },
        ]}
      />
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
        <Card title="People">
          <Facts
            facts={[
              ['Total users', formatCount(totalUsers)],
              ['Active subscriptions', formatCount(activeSubscriptions)],
              ['Unsubscribed senders', formatCount(unsubscribedSenders)],
              ['Promos sent', formatCount(promoSent)],
              ['Last updated', lastUpdated && formatMomentExactly(lastUpdated)],
            ]}
          />
        </Card>
        <Card title="Subscriptions by plan">
          <Bars
            caption="Active subscriptions by plan"
            unit="Subscriptions"
            rows={rowsOf(subscriptionsByPlan, planName)}
            empty="No subscribers yet."
          />
        </Card>
      </div>
    </div>
  );
}

function planName(id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? formatCode(id);
}
