import type { FastifyInstance, FastifyReply } from 'fastify';

import type { SandboxContext, Vendor } from '../context.ts';
import { installFaultGate } from '../fault-gate.ts';
import { addModelControl, countCalls, ModelState } from '../model/runs.ts';
import { htmlEdgePage, outageBody, PerplexityError, toErrorBody } from './errors.ts';
import { readRequest } from './request.ts';
import { toResponse } from './response.ts';
import { readPerplexitySettings } from './settings.ts';

/** The answer model: Perplexity's Agent API. */
export const perplexity: Vendor = (context) =>
  async function perplexityRoutes(app) {
    const { apiKey, behavior } = readPerplexitySettings(context.env);
    const state = new ModelState(behavior);
    await app.register(async (api) => addApiRoutes(api, context, { apiKey, state }));
    await app.register(async (control) => addModelControl(control, 'perplexity', state));
  };

type Settings = { readonly apiKey: string; readonly state: ModelState };

function addApiRoutes(api: FastifyInstance, context: SandboxContext, { apiKey, state }: Settings): void {
  countCalls(api, state);
  api.setErrorHandler(async (error, _request, reply) => reply.code(statusOf(error)).send(errorBodyOf(error)));
  installFaultGate(api, context, { vendor: 'perplexity', errorBody: outageBody });

  api.post('/v1/responses', { config: { operation: 'create' } }, async (request, reply) => {
    const faults = context.faults.of('perplexity');
    if (context.faults.strikes(faults.htmlEdge)) return refuseAtEdge(reply);
    if (request.headers.authorization !== `Bearer ${apiKey}`) throw new PerplexityError(401, 'Invalid API key');
    const run = readRequest(request.body);
    const place = run.tools?.[0]?.user_location ?? null;
    const asked = state.ask({ input: run.input, instructions: run.instructions, place }, context.clock.now());
    return toResponse({
      request: run,
      ...asked,
      faults: {
        isFailed: context.faults.strikes(faults.failedRun),
        isEmpty: context.faults.strikes(faults.emptyAnswer),
        skipsSearch: context.faults.strikes(faults.searchSkipped),
        isUncited: context.faults.strikes(faults.uncited),
      },
      now: context.clock.now(),
    });
  });
}

async function refuseAtEdge(reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(401).type('text/html').send(htmlEdgePage);
}

function statusOf(error: unknown): number {
  if (error instanceof PerplexityError) return error.status;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status;
}

function errorBodyOf(error: unknown): object {
  if (error instanceof PerplexityError) return toErrorBody(error);
  const status = statusOf(error);
  if (status >= 500) {
    console.error('sandbox: perplexity:', error);
    return outageBody(status);
  }
  return toErrorBody({ status, message: 'The request body is not valid JSON.', param: null });
}
