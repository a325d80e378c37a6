import type { FastifyInstance } from 'fastify';

import type { SandboxContext, Vendor } from '../context.ts';
import { installFaultGate } from '../fault-gate.ts';
import { Behavior } from '../model/answer-in-mode.ts';
import { addModelControl, countCalls, ModelState } from '../model/runs.ts';
import { invalidRequest, keyRefused, OpenAiError, outageBody, quotaSpent, toErrorBody } from './errors.ts';
import { readRequest } from './request.ts';
import { toResponse } from './response.ts';

/** The second answer model: OpenAI's Responses API, below `/openai/v1`. */
export const openai: Vendor = (context) =>
  async function openaiRoutes(app) {
    const apiKey = context.env['OPENAI_API_KEY'] || 'sandbox_openai_key';
    const state = new ModelState(Behavior.parse({ mode: context.env['SANDBOX_OPENAI_MODE'] || 'offline' }));
    await app.register(async (api) => addApiRoutes(api, context, { apiKey, state }));
    await app.register(async (control) => addModelControl(control, 'openai', state));
  };

type Settings = { readonly apiKey: string; readonly state: ModelState };

function addApiRoutes(api: FastifyInstance, context: SandboxContext, { apiKey, state }: Settings): void {
  countCalls(api, state);
  api.setErrorHandler(async (error, _request, reply) => {
    const { refusal, message } = refusalOf(error);
    return reply.code(refusal.status).send(toErrorBody(message, refusal));
  });
  installFaultGate(api, context, { vendor: 'openai', errorBody: outageBody });

  api.post('/openai/v1/responses', { config: { operation: 'create' } }, async (request) => {
    const faults = context.faults.of('openai');
    const strikes = (chance: number | undefined): boolean => context.faults.strikes(chance);
    if (request.headers.authorization !== `Bearer ${apiKey}`) throw keyRefused();
    if (strikes(faults.quotaSpent)) throw quotaSpent();
    const run = readRequest(request.body);
    const place = run.tools?.[0]?.user_location ?? null;
    const asked = state.ask({ input: run.input, instructions: run.instructions, place }, context.clock.now());
    return toResponse({
      request: run,
      ...asked,
      faults: {
        isFailed: strikes(faults.failedRun),
        isEmpty: strikes(faults.emptyAnswer),
        isFiltered: strikes(faults.filtered),
        isRefusal: strikes(faults.refusal),
        isUncited: strikes(faults.uncited),
      },
      now: context.clock.now(),
    });
  });
}

function refusalOf(error: unknown): OpenAiError {
  if (error instanceof OpenAiError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return invalidRequest('We could not parse the JSON body of your request.', null);
  console.error('sandbox: openai:', error);
  return new OpenAiError('The server had an error.', { status, type: 'server_error', code: null });
}
