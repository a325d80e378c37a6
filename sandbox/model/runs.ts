import type { FastifyInstance } from 'fastify';

import { refuseInvalid } from '../control-errors.ts';
import { type Answer, answerInMode, Behavior } from './answer-in-mode.ts';
import { exchangeBefore, type Input, lastUserText } from './turns.ts';

/** A request to a model, kept in memory for tests. */
type Run = {
  readonly at: string;
  /** The last user turn. */
  readonly input: string;
  /** The user turn that the conversation began with; null for a question alone. */
  readonly before: string | null;
  /** How many turns the request had. */
  readonly turns: number;
  readonly instructions: string;
  readonly place: object | null;
};
/** What both providers' calls have in common. */
type ModelRequest = {
  readonly input: Input;
  readonly instructions?: string | null | undefined;
  readonly place: { readonly city?: string | null | undefined } | null;
};
/** Older runs are dropped. */
const RUNS_MAX = 1_000;

/** What one answer model of the sandbox keeps: how it answers, and what it was asked. */
export class ModelState {
  readonly behavior: Behavior;
  readonly runs: Run[] = [];
  /** Requests that wait for their answer. */
  readonly calls = { underWay: 0 };

  constructor(behavior: Behavior) {
    this.behavior = behavior;
  }

  /** Keeps a request that came at `at`, and answers it. */
  ask({ input: turns, instructions, place }: ModelRequest, at: Date): { question: string; answer: Answer } {
    const input = lastUserText(turns);
    const before = exchangeBefore(turns);
    this.runs.push({
      at: at.toISOString(),
      input,
      before: before?.question ?? null,
      turns: typeof turns === 'string' ? 1 : turns.length,
      instructions: instructions ?? '',
      place,
    });
    if (this.runs.length > RUNS_MAX) this.runs.shift();
    return { question: input, answer: answerInMode({ input, before, city: place?.city ?? null }, this.behavior) };
  }
}

/** Counts the requests to the plugin's routes that wait for their answer. */
export function countCalls(api: FastifyInstance, { calls }: ModelState): void {
  api.addHook('onRequest', async (_request, reply) => {
    calls.underWay += 1;
    reply.raw.once('close', () => (calls.underWay -= 1));
  });
}

/** The control routes of an answer model: its mode, and the requests to it. */
export function addModelControl(control: FastifyInstance, name: string, { behavior, runs, calls }: ModelState): void {
  refuseInvalid(control);
  control.get(`/sandbox/${name}/settings`, async () => behavior);
  control.put(`/sandbox/${name}/settings`, async (request) => Object.assign(behavior, Behavior.parse(request.body)));
  control.get(`/sandbox/${name}/calls`, async () => calls);
  control.get(`/sandbox/${name}/runs`, async () => runs);
  control.delete(`/sandbox/${name}/runs`, async (_request, reply) => {
    runs.length = 0;
    return reply.code(204).send();
  });
}
