import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { demoWords } from '#contract/demo-words.ts';
import { DemoSearchBody, DemoSearchReply } from '#contract/demo.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { Client } from '#server/platform/client-address.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Limit, LimitUnavailable, type RateLimits } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Tally } from '#server/platform/tally.ts';

import { type AnswerQuery, NoAnswer } from './answer-query.flow.ts';

export type DemoParts = {
  readonly answerQuery: AnswerQuery;
  readonly rateLimits: RateLimits;
  readonly tally: Pick<Tally, 'add'>;
  readonly perIpPerDay: number;
  readonly perDay: number;
};

const daySeconds = 86_400;
/** Someone waits in front of a screen: shorter than what a text may take. */
const budgetMs = 30_000;

/**
 * The free demo on the home page: the same engine as a text, without an account. The three free searches of a browser
 * are for show; these limits, counted in the database before the model is asked, are what bounds its price. They never
 * fail open (security T14).
 */
export function demoSearch({
  answerQuery,
  rateLimits,
  tally,
  perIpPerDay,
  perDay,
}: DemoParts): FastifyPluginCallbackZod {
  const perIp: Limit = { name: 'demo_ip', points: perIpPerDay, windowSeconds: daySeconds, whenDown: 'closed' };
  const inFlight: Limit = {
    name: 'demo_in_flight',
    points: 1,
    windowSeconds: 2 * (budgetMs / 1000),
    whenDown: 'closed',
  };
  const all: Limit = { name: 'demo_all', points: perDay, windowSeconds: daySeconds, whenDown: 'closed' };

  async function reserve({ key: client, prefixes }: Client): Promise<void> {
    const busy = await rateLimits.take(inFlight, client);
    if (!busy.ok)
      throw new AppError('rate_limited', 'Please wait for the answer to your last question.', { retryAfterSeconds: 5 });
    const refusal = await rateLimits.takeAll([...perClient(perIp, prefixes), [all, 'all']]);
    if (refusal === null) return;
    await rateLimits.reset(inFlight, client);
    if (refusal.limit === all) throw new AppError('temporarily_unavailable', demoWords.unavailable);
    throw new AppError('rate_limited', demoWords.limitAfterLast, refusal);
  }

  async function answerFor(client: string, query: string): Promise<string> {
    try {
      const words = new Secret(query);
      const question = { words, purse: 'demo', patience: 'brief', timeZone: null, budgetMs } as const;
      const answer = await answerQuery(question, new AbortController().signal);
      tally.add('demo.searches');
      return answer.body.reveal();
    } finally {
      await rateLimits.reset(inFlight, client);
    }
  }

  return function (app, _options, done) {
    app.post(
      '/api/demo/search',
      { schema: { body: DemoSearchBody, response: { 200: DemoSearchReply, '4xx': ErrorBody, '5xx': ErrorBody } } },
      async (request) => {
        const client = clientOf(request);
        try {
          await reserve(client);
          return { response: await answerFor(client.key, request.body.query) };
        } catch (error) {
          if (error instanceof NoAnswer)
            throw new AppError('upstream_unavailable', demoWords.unavailable, { cause: error });
          if (error instanceof LimitUnavailable)
            throw new AppError('temporarily_unavailable', demoWords.unavailable, { cause: error });
          throw error;
        }
      },
    );
    done();
  };
}
