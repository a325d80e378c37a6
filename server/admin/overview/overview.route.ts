import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { OverviewQuery, OverviewReply, overviewRanges } from '#contract/admin-overview.ts';
import type { Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AdminAccess } from '../access.ts';
import { readSteps, readTextsNow } from './overview.repo.ts';
import { sumCounts, periodTotals, rangeTotals } from './totals.ts';

type RequestBacklog = Pick<
  OverviewReply['now'],
  | 'supportRequestsWaiting'
  | 'supportRequestsStuck'
  | 'supportRequestsRefused'
  | 'oldestSupportRequestAt'
  | 'supportRequestsLastError'
>;

export type OverviewDeps = {
  readonly access: AdminAccess;
  readonly db: Db;
  readonly prices: Prices;
  /** How many support requests wait to be emailed; counts, never contents. */
  readonly requestBacklog: () => Promise<RequestBacklog>;
};

/** The operator's overview: answers, response times, failures and their causes, costs and revenue. */
export function overviewRoutes({ access, db, prices, requestBacklog }: OverviewDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/admin/overview',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Returns figures over time.' },
        onRequest: access.requireEarly,
        schema: { querystring: OverviewQuery, response: { 200: OverviewReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        const { range } = request.query;
        const [steps, texts, backlog] = await Promise.all([
          readSteps(db, range, new Date()),
          readTextsNow(db),
          requestBacklog(),
        ]);
        return {
          range,
          step: overviewRanges[range].step,
          steps: steps.map(({ at, counts }) => ({ at: at.toISOString(), ...periodTotals(counts, prices) })),
          totals: rangeTotals(sumCounts(steps.map(({ counts }) => counts)), prices),
          now: { ...texts, ...backlog },
        };
      },
    );
    done();
  };
}
