import { expect } from 'vitest';

import type { AnswerProvider } from '#contract/answer-providers.ts';
import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import { openAiModel } from '#server/providers/openai/answer-model.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import { type Sandbox, test } from '#server/testing/shared-sandbox.ts';

import { createAnswerQuery } from './answer-query.ts';
import { CallLimit } from './call-limit.ts';
import { Circuit } from './circuit.ts';
import { unlimited } from './testing/unlimited.ts';

const { log } = createLog('silent');
const rules = { windowMs: 30_000, callsMax: 20, callsMin: 10, failedShare: 0.5, probeEveryMs: 20 };
const attemptMs = 20_000;

const clients = {
  perplexity: ({ url }: Sandbox) =>
    perplexityModel({ apiKey: 'sandbox_perplexity_key', baseUrl: url, model: 'perplexity/sonar', attemptMs }),
  openai: ({ url }: Sandbox) =>
    openAiModel({ apiKey: 'sandbox_openai_key', baseUrl: `${url}/openai/v1`, model: 'gpt-5.4-mini', attemptMs }),
};

/** Asks one provider of the sandbox for a library's phone number. @returns the answer, the hints, and what was counted */
async function ask(sandbox: Sandbox, provider: AnswerProvider, body = 'phone number of the library') {
  const client = clients[provider](sandbox);
  const counted: string[] = [];
  const prompts: string[] = [];
  const model = {
    provider,
    ask: (prompt: Parameters<typeof client.ask>[0], signal: AbortSignal) => {
      prompts.push(prompt.instructions);
      return client.ask(prompt, signal);
    },
  };
  const answerQuery = createAnswerQuery({
    providers: [
      {
        model,
        circuit: new Circuit(rules, () => performance.now()),
        calls: new CallLimit({ max: 4, pauseMs: 20 }),
        budget: unlimited,
        callMicrodollars: null,
      },
    ],
    attemptMs,
    pausesMs: [1],
    log,
    bufferedCounters: { add: (name) => void counted.push(name) },
  });
  const question = {
    body: new Secret(body),
    earlier: [],
    wantsMore: false,
    home: null,
    language: 'en',
    timeZone: null,
    costCenter: 'model',
    budgetMs: 60_000,
    retries: 'once',
  } as const;
  try {
    const answer = await answerQuery(question, new AbortController().signal);
    const hints = prompts.filter((instructions) => instructions.includes('stand in no search result'));
    return { text: answer.body.reveal(), asked: prompts.length, hints: hints.length, counted };
  } finally {
    client.close();
  }
}

test.for(['perplexity', 'openai'] as const)(
  'what %s found a source for is sent; what no source has is asked for once more, and then said not to be found',
  async (provider, { sandbox }) => {
    const found = await ask(sandbox, provider);
    expect(found).toMatchObject({ asked: 1, hints: 0 });
    expect(found.text).toContain('(312) 555-0199');
    expect(found.counted).not.toContain('answers.uncited');

    sandbox.context.faults.set({ [provider]: { uncited: 1 } });
    const uncited = await ask(sandbox, provider);
    expect(uncited).toMatchObject({ asked: 2, hints: 1 });
    expect(uncited.text).toMatch(/^I couldn't find the phone number, address, or hours in a source that confirms it\./);
    expect(uncited.text).not.toMatch(/555-0199|State St|8 PM/);
    expect(uncited.counted.filter((name) => name === 'answers.uncited')).toHaveLength(2);
    // A question without such claims is not touched.
    expect(await ask(sandbox, provider, 'capital of france')).toMatchObject({
      text: 'The capital of France is Paris.',
      asked: 1,
    });
    sandbox.context.faults.clear();
  },
);
