import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { SandboxContext } from './context.ts';
import type { FaultyVendor } from './faults.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's name in `operations` of `PUT /sandbox/faults`; a route without one has no faults. */
    operation?: string;
  }
}

type Gate = {
  readonly vendor: FaultyVendor;
  /** The vendor's error body for an HTTP status, as in an outage or above a rate limit. */
  readonly errorBody: (status: number) => object;
  /** The operation of a request, where one route serves several; by default the route's. */
  readonly operationOf?: (request: FastifyRequest) => string;
};

/**
 * Applies the faults of `vendor` to the plugin's routes with `config: { operation }`: before the handler (slow, refused,
 * hanging) and after it (processed, but the response is lost, cut off, or an error). Install it before the routes.
 */
export function installFaultGate(app: FastifyInstance, { faults, tasks }: SandboxContext, gate: Gate): void {
  function faultsFor(request: FastifyRequest) {
    const operation = gate.operationOf?.(request) ?? request.routeOptions.config.operation;
    const set = faults.of(gate.vendor);
    if (operation === undefined || (set.operations && !set.operations.includes(operation))) return null;
    return set;
  }

  app.addHook('preHandler', async (request, reply) => {
    const set = faultsFor(request);
    if (!set) return;
    if (set.latencyMs) {
      const signal = AbortSignal.any([tasks.signal, faults.untilChanged(gate.vendor)]);
      await sleep(set.latencyMs, undefined, { signal }).catch(ignore);
    }
    if (faults.strikes(set.hang)) {
      reply.hijack(); // the connection stays open until the caller or the sandbox closes it
      return;
    }
    const errorRate = set.errorRate ?? (set.status === undefined || set.errorAfterAccept ? undefined : 1);
    if (faults.strikes(errorRate)) await refuse(reply, set.status ?? 500, set.retryAfterS);
  });

  async function refuse(reply: FastifyReply, status: number, retryAfterS: number | undefined): Promise<void> {
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
    await reply.code(status).send(gate.errorBody(status));
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const set = faultsFor(request);
    if (!set || reply.statusCode >= 400) return payload;
    if (faults.strikes(set.dropAfterAccept)) {
      request.raw.socket.destroy();
      return payload;
    }
    if (faults.strikes(set.errorAfterAccept)) {
      reply.code(set.status ?? 500);
      return JSON.stringify(gate.errorBody(reply.statusCode));
    }
    if (typeof payload === 'string' && payload.length > 1 && faults.strikes(set.cutResponse)) {
      reply.header('content-length', Buffer.byteLength(payload));
      return cutInTheMiddle(payload);
    }
    return payload;
  });
}

/** The first half of `text`, then a broken stream: Fastify destroys the connection. */
function cutInTheMiddle(text: string): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(text.slice(0, text.length / 2));
      // Lets the first half reach the wire before the connection is closed.
      await sleep(5);
      throw new Error('cut by a sandbox fault');
    })(),
  );
}

function ignore(): void {}
