import type { FastifyInstance, FastifyReply } from 'fastify';

import type { SandboxContext, Vendor } from '../context.ts';
import { refuseInvalid } from '../control-errors.ts';
import { installFaultGate } from '../fault-gate.ts';
import { answerOffline } from '../model/answer.ts';
import { readQuestion } from '../model/question.ts';
import { htmlEdgePage, outageBody, PerplexityError, toErrorBody } from './errors.ts';
import { lastUserText, readRequest } from './request.ts';
import { type Answer, toResponse } from './response.ts';
import { roughAnswer } from './rough-answers.ts';
import { Behavior, readPerplexitySettings } from './settings.ts';

/** The answer model: Perplexity's Agent API. */
export const perplexity: Vendor = (context) =>
  async function perplexityRoutes(app) {
    const { apiKey, behavior } = readPerplexitySettings(context.env);
    const runs: Run[] = [];
    const calls = { underWay: 0 };
    await app.register(async (api) => addApiRoutes(api, context, { apiKey, behavior, runs, calls }));
    await app.register(async (control) => {
      refuseInvalid(control);
      control.get('/sandbox/perplexity/settings', async () => behavior);
      control.put('/sandbox/perplexity/settings', async (request) =>
        Object.assign(behavior, Behavior.parse(request.body)),
      );
      control.get('/sandbox/perplexity/calls', async () => calls);
      control.get('/sandbox/perplexity/runs', async () => runs);
      control.delete('/sandbox/perplexity/runs', async (_request, reply) => {
        runs.length = 0;
        return reply.code(204).send();
      });
    });
  };

/** A request to the model, kept in memory for tests. */
type Run = { readonly at: string; readonly input: string; readonly instructions: string };
/** Older runs are dropped. */
const RUNS_MAX = 1_000;

type Settings = {
  readonly apiKey: string;
  readonly behavior: Behavior;
  readonly runs: Run[];
  /** Requests that wait for their answer. */
  readonly calls: { underWay: number };
};

function addApiRoutes(
  api: FastifyInstance,
  context: SandboxContext,
  { apiKey, behavior, runs, calls }: Settings,
): void {
  api.addHook('onRequest', async (_request, reply) => {
    calls.underWay += 1;
    reply.raw.once('close', () => (calls.underWay -= 1));
  });
  api.setErrorHandler(async (error, _request, reply) => reply.code(statusOf(error)).send(errorBodyOf(error)));
  installFaultGate(api, context, { vendor: 'perplexity', errorBody: outageBody });

  api.post('/v1/responses', { config: { operation: 'create' } }, async (request, reply) => {
    const faults = context.faults.of('perplexity');
    if (context.faults.strikes(faults.htmlEdge)) return refuseAtEdge(reply);
    if (request.headers.authorization !== `Bearer ${apiKey}`) throw new PerplexityError(401, 'Invalid API key');
    const run = readRequest(request.body);
    const input = lastUserText(run);
    runs.push({ at: context.clock.now().toISOString(), input, instructions: run.instructions ?? '' });
    if (runs.length > RUNS_MAX) runs.shift();
    return toResponse({
      request: run,
      question: input,
      answer: await answer(input, behavior.mode, context.clock.now()),
      faults: {
        isFailed: context.faults.strikes(faults.failedRun),
        isEmpty: context.faults.strikes(faults.emptyAnswer),
        skipsSearch: context.faults.strikes(faults.searchSkipped),
      },
      now: context.clock.now(),
    });
  });
}

async function answer(input: string, mode: Behavior['mode'], now: Date): Promise<Answer> {
  const question = readQuestion(input, now);
  const source = { title: 'Sandbox', url: 'https://sandbox.example/' };
  if (mode === 'echo') return { text: `You asked: ${question.text}`, source };
  if (mode === 'backwards') return { text: Array.from(question.text).reverse().join(''), source };
  if (mode === 'rough') return { text: roughAnswer(question.text), source };
  return answerOffline(question);
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
