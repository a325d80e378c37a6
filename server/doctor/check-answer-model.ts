import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';

import { faultOfCall, type Finding, ok } from './finding.ts';

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
    const price = microdollars === undefined ? '' : `, for ${(microdollars / 10_000).toFixed(2)} cents`;
    return [ok(`${name} ${model} answered in ${seconds} s${price}.`)];
  } catch (error) {
    return [faultOfCall(error, { name, keys, address: baseUrl })];
  }
}
