import type { SearchStatsView } from '#contract/admin.ts';
import { plans } from '#contract/plans.ts';
import { Card } from '#web/ui/card.tsx';

import { Bars, rowsOf } from '../bars.tsx';
import { CardGrid } from '../card-grid.tsx';
import { useDeskNavigation } from '../desk/navigation.ts';
import { Facts, Figures } from '../facts.tsx';
import { formatCode, formatCount, formatMomentExactly, formatShare } from '../format.ts';
import { MonitoredFigures } from '../monitored.tsx';
import { systemCopy } from '../system-copy.ts';

const copy = systemCopy.searchStatsTab;

/** All-time totals of questions and users. */
export function SearchStatsTab() {
  return <MonitoredFigures>{({ searchStats }) => <SearchStats stats={searchStats} />}</MonitoredFigures>;
}

function SearchStats({ stats }: { stats: SearchStatsView }) {
  const { totalUsers, totalQueries, successfulQueries, failedQueries, activeSubscriptions } = stats;
  const { subscriptionsByPlan, unsubscribedSenders, promoSent, lastUpdated } = stats;
  const { openFailures } = useDeskNavigation();
  const ended = successfulQueries + failedQueries;
  const shareOf = (count: number) => (ended === 0 ? undefined : copy.ofCompleted(formatShare(count / ended)));
  return (
    <div className="space-y-5 md:space-y-6">
      <Figures
        figures={[
          { label: copy.totalQueries, value: formatCount(totalQueries) },
          {
            label: copy.successfulQueries,
            value: formatCount(successfulQueries),
            note: shareOf(successfulQueries),
            tone: 'good',
          },
          {
            label: copy.failedQueries,
            value: formatCount(failedQueries),
            note: shareOf(failedQueries),
            tone: failedQueries > 0 ? 'bad' : 'plain',
            onOpen: () => openFailures('questions', 'year'),
          },
        ]}
      />
      <CardGrid>
        <Card title={copy.users}>
          <Facts
            facts={[
              [copy.totalUsers, formatCount(totalUsers)],
              [copy.activeSubscriptions, formatCount(activeSubscriptions)],
              [copy.unsubscribedSenders, formatCount(unsubscribedSenders)],
              [copy.promosSent, formatCount(promoSent)],
              [copy.lastUpdated, lastUpdated && formatMomentExactly(lastUpdated)],
            ]}
          />
        </Card>
        <Card title={copy.byPlan}>
          <Bars
            caption={copy.activeByPlan}
            unit={copy.subscriptions}
            rows={rowsOf(subscriptionsByPlan, planName)}
            empty={copy.noSubscribers}
          />
        </Card>
      </CardGrid>
    </div>
  );
}

function planName(id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? formatCode(id);
}
