import { randomUUID } from 'node:crypto';

import { type AnswerQuery, createAnswerQuery } from './answers/answer-query.flow.ts';
import { Circuit } from './answers/circuit.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/client.ts';
import { errorFields, type Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Tally } from './platform/tally.ts';
import { perplexityModel } from './providers/perplexity/answer-model.ts';
import type { Carrier } from './providers/ports.ts';
import { twilioCarrier } from './providers/twilio/carrier.ts';
import { type PhoneHash, phoneHash } from './texting/phone-hash.ts';
import { type Timing, timing } from './texting/timing.ts';
import { timedCarrier, timedModel } from './timed-providers.ts';

/** What the path of a text needs of the world, beside the database. */
export type TextingDeps = {
  /** Names this process among others: in leases, heartbeats and logs. */
  readonly instance: string;
  readonly carrier: Carrier & { close(): void };
  readonly answerQuery: AnswerQuery;
  readonly timing: Timing;
  readonly phoneHash: PhoneHash;
};

/** Opens the product's database. Sends nothing yet. */
export function openProductDatabase({ database, testSpeed }: Config, log: Log): Database {
  return openDatabase({
    ...database,
    connectTimeoutMs: 2000,
    queryTimeoutMs: 3000,
    // Who is away for longer than a lease has lost its texts as well.
    idleInTransactionMs: timing(testSpeed).leaseMs,
    onIdleError: (error) =>
      log.warn({ event: 'database_connection_lost', ...errorFields(error) }, 'a connection broke'),
  });
}

/** Opens the carrier and the model. Sends nothing yet. */
export function createTextingDeps(
  config: Config,
  { log, metrics, tally }: { log: Log; metrics: Metrics; tally: Tally },
): TextingDeps {
  const times = timing(config.testSpeed);
  const twilio = twilioCarrier({
    ...config.carrier,
    statusUrl: `${config.http.publicUrl}/webhooks/twilio/status`,
    deadlineMs: times.sendDeadlineMs,
  });
  const { attemptMs } = config.answers;
  const model = timedModel(perplexityModel({ ...config.model, attemptMs }), metrics);
  // Ten failures in half a minute: the model is away, and everybody is told so at once (answer protocol 2.9).
  const circuit = new Circuit({ failuresMax: 10, windowMs: 30_000, probeEveryMs: 5000 }, () => performance.now());
  return {
    instance: randomUUID(),
    carrier: timedCarrier(twilio, metrics),
    answerQuery: createAnswerQuery({ model, circuit, attemptMs, log, tally }),
    timing: times,
    phoneHash: phoneHash(config.secrets.phoneHash),
  };
}
