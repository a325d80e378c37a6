import { type CostlyAccount, LOSING_MAX, MoneyReply } from '#contract/admin-desk.ts';
import { Card } from '#web/ui/card.tsx';

import { useAdminQuery } from '../admin-calls.ts';
import { CardGrid } from '../card-grid.tsx';
import { Facts, Figures } from '../facts.tsx';
import { formatCode, formatCount, formatMicrodollars } from '../format.ts';
import { moneyCopy } from '../money-copy.ts';
import { NotRead, NotRefreshed } from '../not-refreshed.tsx';
import { useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

const copy = moneyCopy.moneyTab;

/** What comes in, what it costs, and who costs more than they pay. */
export function MoneyTab() {
  const query = useAdminQuery(['money'], '/api/admin/money', MoneyReply);
  const { data, isError } = query;
  if (!data) return <NotRead isError={isError} label={copy.loading} />;
  return (
    <div className="space-y-5 md:space-y-6">
      <NotRefreshed query={query} />
      <HeadMoney money={data} />
      <CardGrid>
        <PlansCard money={data} />
        <TodayCard today={data.today} />
        <AccountsCard
          title={copy.topDrivers}
          about={copy.topDriversAbout}
          accounts={data.topDrivers}
          empty={copy.noCosts}
        />
        <AccountsCard
          title={copy.costMoreThanTheyPay}
          about={copy.losingAbout}
          accounts={data.losing}
          empty={copy.noOne}
        />
      </CardGrid>
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
          label: copy.recurringRevenue,
          value: formatMicrodollars(recurringPerMonth),
          note: copy.perMonthFrom(subscribers),
          onOpen: () => open('payments'),
        },
        {
          label: copy.costToday,
          value: formatMicrodollars(today.model + today.carrier + today.demo),
          note: copy.dailyCeiling(formatMicrodollars(today.ceiling)),
          tone: today.model + today.carrier + today.demo >= today.ceiling ? 'bad' : 'plain',
        },
        {
          label: copy.marginPerSubscriber,
          value: formatMicrodollars(margin),
          note: marginNote(perSubscriber),
          tone: margin !== null && margin < 0 ? 'bad' : 'plain',
        },
        {
          label: copy.costPerAnswer,
          value: formatMicrodollars(costPerAnswer),
          note: copy.costPerAnswerNote,
        },
        {
          label: copy.costMoreThanTheyPay,
          value: losing.length === LOSING_MAX ? `${LOSING_MAX}+` : formatCount(losing.length),
          note: copy.thisMonth,
          tone: losing.length > 0 ? 'bad' : 'plain',
        },
      ]}
    />
  );
}

function marginNote(perSubscriber: MoneyReply['perSubscriber']): string {
  if (perSubscriber === null) return copy.noSubscribers;
  const { revenue, fees, cost } = perSubscriber;
  return copy.marginNote(formatMicrodollars(revenue), formatMicrodollars(fees), formatMicrodollars(cost));
}

function PlansCard({ money: { plans } }: { money: MoneyReply }) {
  return (
    <Card title={copy.revenueByPlan}>
      {plans.length === 0 && <p className="text-muted">{copy.noSubscribers}</p>}
      <Facts
        facts={plans.map(({ id, name, subscribers, perMonth }) => [
          name,
          <span key={id}>
            {formatMicrodollars(perMonth)} <span className="text-muted">{copy.fromSubscribers(subscribers)}</span>
          </span>,
        ])}
      />
    </Card>
  );
}

function TodayCard({ today: { model, carrier, demo } }: { today: MoneyReply['today'] }) {
  return (
    <Card title={copy.costToday}>
      <Facts
        facts={[
          [copy.model, formatMicrodollars(model)],
          [copy.carrier, formatMicrodollars(carrier)],
          [copy.demo, formatMicrodollars(demo)],
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
                  {plan === null ? copy.noPlan : copy.pays(formatCode(plan), formatMicrodollars(pays))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
