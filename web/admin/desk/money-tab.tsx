import { useQuery } from '@tanstack/react-query';

import { adminCopy } from '#contract/admin-copy.ts';
import { type CostlyAccount, MoneyReply } from '#contract/admin-desk.ts';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { useAdmin } from '../admin-calls.ts';
import { Facts, Figures } from '../facts.tsx';
import { formatCode, formatCount, formatMicrodollars } from '../format.ts';
import { useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

/** What comes in, what it costs, and who costs more than they pay. */
export function MoneyTab() {
  const { ask, refreshMs } = useAdmin();
  const { data, isError } = useQuery({
    queryKey: ['money'],
    queryFn: () => ask('/api/admin/money', { reads: MoneyReply }),
    refetchInterval: refreshMs,
  });
  if (!data) return isError ? <Alert>{adminCopy.fetchError}</Alert> : <Skeleton label="Reading the money" />;
  return (
    <div className="space-y-5 md:space-y-6">
      <HeadMoney money={data} />
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
        <PlansCard money={data} />
        <TodayCard today={data.today} />
        <AccountsCard
          title="Top drivers"
          about="What cost most this month."
          accounts={data.topDrivers}
          empty="No account has cost anything this month."
        />
        <AccountsCard
          title="Cost more than they pay"
          about="This month’s cost is above a month of the plan, after fees."
          accounts={data.losing}
          empty="No one."
        />
      </div>
    </div>
  );
}

function HeadMoney({ money }: { money: MoneyReply }) {
  const { open } = useDeskNavigation();
  const { recurringPerMonth, subscribers, today, perSubscriber, costPerAnswer, losing } = money;
  const margin = perSubscriber?.margin ?? null;
  return (
    <Figures
      figures={[
        {
          label: 'Recurring revenue',
          value: formatMicrodollars(recurringPerMonth),
          note: `A month, from ${formatCount(subscribers)} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`,
          onOpen: () => open('payments'),
        },
        {
          label: 'Cost today',
          value: formatMicrodollars(today.model + today.carrier + today.demo),
          note: `Since midnight UTC; the ceiling is ${formatMicrodollars(today.ceiling)}`,
          tone: today.model + today.carrier + today.demo >= today.ceiling ? 'bad' : 'plain',
        },
        {
          label: 'Margin per subscriber',
          value: formatMicrodollars(margin),
          note: marginNote(perSubscriber),
          tone: margin !== null && margin < 0 ? 'bad' : 'plain',
        },
        {
          label: 'Cost per answer',
          value: formatMicrodollars(costPerAnswer),
          note: 'Last 30 days, without codes and promos',
        },
        {
          label: 'Cost more than they pay',
          value: formatCount(losing.length),
          note: losing.length === 50 ? 'Or more, this month' : 'This month',
          tone: losing.length > 0 ? 'bad' : 'plain',
        },
      ]}
    />
  );
}

function marginNote(perSubscriber: MoneyReply['perSubscriber']): string {
  if (perSubscriber === null) return 'No subscribers yet';
  const { revenue, fees, cost } = perSubscriber;
  return `A month: ${formatMicrodollars(revenue)} in, ${formatMicrodollars(fees)} fees, ${formatMicrodollars(cost)} cost of the last 30 days`;
}

function PlansCard({ money: { plans } }: { money: MoneyReply }) {
  return (
    <Card title="Recurring revenue by plan">
      <Facts
        facts={plans.map(({ id, name, subscribers, perMonth }) => [
          name,
          <span key={id}>
            {formatMicrodollars(perMonth)} <span className="text-muted">from {formatCount(subscribers)}</span>
          </span>,
        ])}
      />
    </Card>
  );
}

function TodayCard({ today: { model, carrier, demo } }: { today: MoneyReply['today'] }) {
  return (
    <Card title="Cost today">
      <Facts
        facts={[
          ['Model', formatMicrodollars(model)],
          ['Carrier', formatMicrodollars(carrier)],
          ['Demo', formatMicrodollars(demo)],
        ]}
      />
    </Card>
  );
}

type AccountsCardProps = {
  readonly title: string;
  readonly about: string;
  readonly accounts: readonly CostlyAccount[];
  readonly empty: string;
};

function AccountsCard({ title, about, accounts, empty }: AccountsCardProps) {
  const { openCustomer } = useDeskNavigation();
  return (
    <Card title={title}>
      <p className="text-sm text-muted">{about}</p>
      {accounts.length === 0 ? (
        <p className="mt-3 text-muted">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-hairline">
          {accounts.map(({ userId, name, plan, cost, pays }) => (
            <li key={userId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
              <RowLink onClick={() => openCustomer(userId)}>{name}</RowLink>
              <span className="text-sm tabular-nums">
                <span className={cost > pays ? 'font-semibold text-danger' : 'font-semibold'}>
                  {formatMicrodollars(cost)}
                </span>{' '}
                <span className="text-muted">
                  {plan === null ? 'no plan' : `${formatCode(plan)}, pays ${formatMicrodollars(pays)}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
