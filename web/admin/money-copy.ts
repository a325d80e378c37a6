import { counted } from '#contract/counted.ts';

/** The copy of the Money tab, by the file that shows them. */
export const moneyCopy = {
  moneyTab: {
    loading: 'Loading the figures',
    recurringRevenue: 'Recurring revenue',
    perMonthFrom: (subscribers: number) => `Per month, from ${counted(subscribers, 'subscriber')}`,
    costToday: 'Cost today',
    dailyCeiling: (ceiling: string) => `Since midnight UTC. Daily ceiling: ${ceiling}`,
    marginPerSubscriber: 'Margin per subscriber',
    noSubscribers: 'No subscribers yet',
    marginNote: (revenue: string, fees: string, cost: string) =>
      `Per month: ${revenue} revenue, ${fees} in fees, ${cost} cost over the last 30 days`,
    costPerAnswer: 'Cost per answer',
    costPerAnswerNote: 'Last 30 days, excluding codes and promos',
    costMoreThanTheyPay: 'Cost more than they pay',
    thisMonth: 'This month',
    revenueByPlan: 'Recurring revenue by plan',
    /** After the amount. */
    fromSubscribers: (subscribers: number) => `from ${counted(subscribers, 'subscriber')}`,
    model: 'Model',
    carrier: 'Carrier',
    demo: 'Demo',
    topDrivers: 'Top cost drivers',
    topDriversAbout: 'The accounts that cost most this month.',
    noCosts: 'No account has cost anything this month.',
    losingAbout: 'This month’s cost is more than a month of the plan brings in after fees.',
    noOne: 'No one.',
    noPlan: 'no plan',
    pays: (plan: string, amount: string) => `${plan}, pays ${amount} a month`,
  },
} as const;
