import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';

import { askProvider } from './ask-provider.ts';
import { CallLimit } from './call-limit.ts';
import { Circuit } from './circuit.ts';
import { unlimited } from './testing/unlimited.ts';

const { log } = createLog('silent');
const rules = { windowMs: 30_000, callsMax: 20, callsMin: 10, failedShare: 0.5, probeEveryMs: 20 };

test('the city and state of the home place go to the model, its ZIP code never', async () => {
  const prompts: string[] = [];
  const provider = {
    model: {
      provider: 'perplexity',
      ask(prompt: { readonly input: Secret }) {
        prompts.push(JSON.stringify({ ...prompt, input: prompt.input.reveal() }));
        const cost = { inputTokens: 9, outputTokens: 5, microdollars: null };
        const sources = { kind: 'quoted', texts: [new Secret('Hours: 8am-9pm')] } as const;
        return Promise.resolve({ text: new Secret('Open until 9 PM.'), isCutOff: false, sources, cost });
      },
    },
    circuit: new Circuit(rules, () => performance.now()),
    calls: new CallLimit({ max: 64, pauseMs: 20 }),
    budget: unlimited,
    callMicrodollars: null,
  } as const;
  const question = {
    body: new Secret('pharmacy open now'),
    earlier: [],
    wantsMore: false,
    home: { city: 'Chicago', region: 'IL', zip: '60614' },
    language: 'en',
    timeZone: 'America/Chicago',
    costCenter: 'model',
    budgetMs: 5000,
    retries: 'once',
  } as const;
  const deps = { attemptMs: 5000, log, bufferedCounters: { add: () => undefined } };
  const attempt = { question, hint: null, leftMs: 5000 };
  const tried = await askProvider(deps, provider, attempt, new AbortController().signal);
  expect(tried.kind).toBe('answered');
  const [prompt = ''] = prompts;
  expect(JSON.parse(prompt)).toMatchObject({ place: { city: 'Chicago', region: 'IL', timeZone: 'America/Chicago' } });
  expect(prompt).not.toContain('60614');
});
