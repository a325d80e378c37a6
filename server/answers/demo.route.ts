import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { demoCopy } from '#contract/demo-copy.ts';
import { DemoSearchBody, DemoSearchReply } from '#contract/demo.ts';
import type { Client } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import { clientOf } from '#server/http/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Limit, LimitUnavailable, type RateLimits } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';

import { type AnswerQuery, NoAnswer } from './answer-query.ts';

export type DemoDeps = {
  readonly answerQuery: AnswerQuery;
  /** The reply to a person who says that they are in danger; null for any other words. */
  readonly crisisReply: (query: string) => string | null;
  readonly rateLimits: RateLimits;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
  readonly perIpPerDay: number;
  readonly perDay: number;
};

const daySeconds = 86_400;
/** A person waits at a screen, so it is shorter than for a text. */
const budgetMs = 30_000;

/**
 * The free demo on the home page: the same engine as for texts, without an account. The browser's count of three free
 * searches is only a display; these limits and the demo's budget (demo-budget.ts), counted in the database before the
 * model is asked, bound the cost. They never fail open (docs/reference/security.md#t14). Words of danger get the fixed
 * reply of a text before all of them (docs/reference/decisions.md#crisis).
 */
export function demoSearch({
  answerQuery,
  crisisReply,
  rateLimits,
  bufferedCounters,
  perIpPerDay,
  perDay,
}: DemoDeps): FastifyPluginCallbackZod {
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
    if (refusal.limit === all) throw new AppError('temporarily_unavailable', demoCopy.unavailable);
    throw new AppError('rate_limited', demoCopy.limitAfterLast, refusal);
  }

  async function answerFor(client: string, query: string): Promise<string> {
    try {
      const body = new Secret(query);
      const question = {
        body,
        earlier: [],
        wantsMore: false,
        costCenter: 'demo',
        retries: 'once',
        home: null,
        language: 'en',
        timeZone: null,
        budgetMs,
      } as const;
      const answer = await answerQuery(question, new AbortController().signal);
      bufferedCounters.add('demo.searches');
      return answer.body.reveal();
    } finally {
      await rateLimits.reset(inFlight, client);
    }
  }

  return function (app, _options, done) {
    app.post(
      '/api/demo/search',
      {
        config: { access: 'public', tag: 'Public', summary: 'Answers a question of the free demo.' },
        schema: { body: DemoSearchBody, response: { 200: DemoSearchReply, ...errorReplies } },
      },
      async (request) => {
        const urgent = crisisReply(request.body.query);
        if (urgent !== null) return { response: urgent, isFree: true };
        const client = clientOf(request);
        try {
          await reserve(client);
          return { response: await answerFor(client.key, request.body.query) };
        } catch (error) {
          if (error instanceof NoAnswer)
            throw new AppError(
              error.why === 'too_busy' || error.why === 'budget_spent'
                ? 'temporarily_unavailable'
                : 'upstream_unavailable',
              demoCopy.unavailable,
              { cause: error },
            );
          if (error instanceof LimitUnavailable)
            throw new AppError('temporarily_unavailable', demoCopy.unavailable, { cause: error });
          throw error;
        }
      },
    );
    done();
  };
}
