import { isPerplexityItself } from '#server/config/answer-providers.ts';
import { microdollarsPerCent } from '#server/config/operator.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';

import { advice, faultOfCall, type Finding, ok } from './finding.ts';

type CheckedModel = {
  /** Its name in the report. */
  readonly name: string;
  /** The settings to check after a refusal. */
  readonly keys: string;
  readonly baseUrl: string;
  readonly model: string;
  /** The assumed cost of a call in microdollars, if the provider reports no price. */
  readonly perCall?: number;
};

/** Checks that the provider asked first is the one that the pages name as the recipient of questions. */
export function checkRecipient(baseUrl: string): Finding[] {
  if (isLoopback(baseUrl) || isPerplexityItself(baseUrl)) return [];
  const says = `Questions go to ${new URL(baseUrl).host}, but the privacy page and the FAQ name Perplexity.`;
  return [advice(says, 'Unless it only passes them on to Perplexity, unset PERPLEXITY_BASE_URL.')];
}

/** Asks an answer provider one question like a text's, which costs half a cent to two cents. */
export async function checkModel(
  client: AnswerModel,
  { name, keys, baseUrl, model, perCall }: CheckedModel,
): Promise<Finding[]> {
  const prompt = {
    instructions: 'Answer in one short sentence.',
    earlier: [],
    input: new Secret('What is the capital of Ohio?'),
    place: { city: null, region: null, timeZone: null },
  };
  const began = performance.now();
  try {
    const { cost } = await client.ask(prompt, AbortSignal.timeout(30_000));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const microdollars = cost.microdollars ?? perCall;
    const price = microdollars === undefined ? '' : `, for ${(microdollars / microdollarsPerCent).toFixed(2)} cents`;
    return [ok(`${name} ${model} answered in ${seconds} s${price}.`)];
  } catch (error) {
    return [faultOfCall(error, { name, keys, address: baseUrl })];
  }
}
