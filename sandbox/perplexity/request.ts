import * as z from 'zod';

import { PerplexityError } from './errors.ts';

const UserLocation = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  region: z.string().optional(),
});

const WebSearch = z.strictObject({
  type: z.literal('web_search'),
  filters: z
    .strictObject({
      search_domain_filter: z.array(z.string()).optional(),
      last_updated_after_filter: z.string().optional(),
      last_updated_before_filter: z.string().optional(),
      search_after_date_filter: z.string().optional(),
      search_before_date_filter: z.string().optional(),
      search_recency_filter: z.enum(['hour', 'day', 'week', 'month', 'year']).optional(),
    })
    .optional(),
  max_tokens: z.number().int().positive().optional(),
  max_tokens_per_page: z.number().int().positive().optional(),
  search_context_size: z.enum(['low', 'medium', 'high']).optional(),
  user_location: UserLocation.optional(),
});

const InputMessage = z.strictObject({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), z.array(z.strictObject({ type: z.literal('input_text'), text: z.string() }))]),
});

/** The fields of `POST /v1/responses` that the sandbox accepts; it refuses others, as the API refuses unknown ones. */
const ResponsesRequest = z.strictObject({
  model: z.string().optional(),
  models: z.array(z.string()).min(1).optional(),
  preset: z.string().optional(),
  input: z.union([z.string().min(1), z.array(InputMessage).min(1)]),
  instructions: z.string().optional(),
  language_preference: z.string().optional(),
  max_output_tokens: z.number().int().positive().optional(),
  max_steps: z.number().int().min(1).max(10).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  store: z.boolean().optional(),
  stream: z.literal(false).optional(),
  background: z.literal(false).nullish(),
  tools: z.array(WebSearch).optional(),
  tool_choice: z
    .union([z.enum(['auto', 'none', 'required']), z.strictObject({ type: z.literal('web_search') })])
    .optional(),
});
export type ResponsesRequest = z.infer<typeof ResponsesRequest>;

/** The available models. */
export const models = ['perplexity/sonar'] as const;

/**
 * Reads a request body.
 * @throws PerplexityError 400 with the first invalid field
 */
export function readRequest(body: unknown): ResponsesRequest & { readonly model: string } {
  const result = ResponsesRequest.safeParse(body);
  if (!result.success) {
    const [issue] = result.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
    const message =
      unknown === undefined ? `Invalid value for '${path}': ${issue?.message}` : `Unknown field: '${path}'`;
    throw new PerplexityError(400, message, { param: path });
  }
  const request = result.data;
  const model = request.model ?? request.models?.[0];
  if (model === undefined) {
    throw new PerplexityError(400, "One of 'model', 'models' or 'preset' is required", { param: 'model' });
  }
  if (!models.some((known) => known === model)) throw unknownModel(model);
  const needsTool = request.tool_choice === 'required' || typeof request.tool_choice === 'object';
  if (needsTool && !request.tools?.length) {
    throw new PerplexityError(400, "'tool_choice' asks for a tool that is not in 'tools'", { param: 'tool_choice' });
  }
  return { ...request, model };
}

/** The API names no field here: only the type says what is wrong (github.com/openclaw/openclaw/issues/4804). */
function unknownModel(model: string): PerplexityError {
  const message = `Invalid model '${model}'. Permitted models can be found in the documentation at https://docs.perplexity.ai/.`;
  return new PerplexityError(400, message, { type: 'invalid_model' });
}

/** Whether this run must search. A tool that is only offered is not used: the model decides, and here it declines. */
export function mustSearch({ tools, tool_choice: choice }: ResponsesRequest): boolean {
  return Boolean(tools?.length) && (choice === 'required' || typeof choice === 'object');
}
