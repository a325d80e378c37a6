import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { OverviewQuery, OverviewReply, overviewRanges } from '#contract/admin-overview.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { Db } from '#server/db/client.ts';
import type { Prices } from '#server/settings/operator.ts';

import type { AdminAccess } from '../access.flow.ts';
import { addUp, sharedFigures, totalFigures } from './figures.ts';
import { readSteps, readTextsNow } from './overview.repo.ts';

type LettersNow = Pick<
  OverviewReply['now'],
  'lettersWaiting' | 'lettersRefused' | 'oldestLetterAt' | 'lettersLastError'
>;

export type OverviewParts = {
  readonly access: AdminAccess;
  readonly db: Db;
  readonly prices: Prices;
  /** How many letters to support wait to be mailed; counts, never contents. */
  readonly lettersNow: () => Promise<LettersNow>;
};

/** What an operator asks first: are texts answered, how fast, what stands in the way, what does it cost and bring in. */
export function overviewRoutes({ access, db, prices, lettersNow }: OverviewParts): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/admin/overview',
      {
        onRequest: access.first,
        schema: { querystring: OverviewQuery, response: { 200: OverviewReply, '4xx': ErrorBody, '5xx': ErrorBody } },
      },
      async (request) => {
        await access.require(request);
        const { range } = request.query;
        const [steps, texts, letters] = await Promise.all([
          readSteps(db, range, new Date()),
          readTextsNow(db),
          lettersNow(),
        ]);
        return {
          range,
          step: overviewRanges[range].step,
          steps: steps.map(({ at, counts }) => ({ at: at.toISOString(), ...sharedFigures(counts, prices) })),
          totals: totalFigures(addUp(steps.map(({ counts }) => counts)), prices),
          now: { ...texts, ...letters },
        };
      },
    );
    done();
  };
}
