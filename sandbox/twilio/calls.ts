import type { FastifyInstance } from 'fastify';

import type { Carrier } from './carrier.ts';
import { TwilioError } from './errors.ts';

/**
 * Counts the calls of the API, dates their answers by the carrier's clock (`clockSkewMs`), and refuses those above
 * `concurrencyMax`. Register it before the fault gate: what that refuses or holds counts as well.
 */
export function countCalls(app: FastifyInstance, { calls, context }: Carrier): void {
  let underWay = 0;
  app.addHook('preHandler', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    const { concurrencyMax = Infinity, clockSkewMs = 0 } = context.faults.of('twilio');
    if (clockSkewMs !== 0) {
      reply.header('date', new Date(context.clock.now().getTime() + clockSkewMs).toUTCString());
    }
    if (operation === undefined) return;
    underWay += 1;
    // `close` comes for every call, also for one whose connection dies without an answer.
    reply.raw.once('close', () => {
      underWay -= 1;
      const name = `${operation} ${reply.raw.statusCode}`;
      calls.set(name, (calls.get(name) ?? 0) + 1);
    });
    if (underWay > concurrencyMax) throw new TwilioError(20429);
  });
}
