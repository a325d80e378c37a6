import * as z from 'zod';

import { invalidRequest } from './errors.ts';

const UserLocation = z.strictObject({
  type: z.literal('approximate').optional(),
  city: z.string().nullish(),
  country: z.string().length(2).nullish(),
  region: z.string().nullish(),
  timezone: z.string().nullish(),
});

const WebSearch = z.strictObject({
  type: z.enum(['web_search', 'web_search_2025_08_26']),
  external_web_access: z.boolean().optional(),
  filters: z.strictObject({ allowed_domains: z.array(z.string()).nullish() }).nullish(),
  search_context_size: z.enum(['low', 'medium', 'high']).optional(),
  user_location: UserLocation.nullish(),
});

const InputMessage = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), z.array(z.strictObject({ type: z.literal('input_text'), text: z.string() }))]),
});

/** The fields of `POST /responses` that the sandbox accepts; it refuses others, as the API refuses unknown ones. */
const ResponsesRequest = z.strictObject({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(InputMessage).min(1)]),
  instructions: z.string().nullish(),
  max_output_tokens: z.number().int().min(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  reasoning: z.strictObject({ effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']) }).nullish(),
  store: z.boolean().nullish(),
  stream: z.literal(false).nullish(),
  background: z.literal(false).nullish(),
  tools: z.array(WebSearch).optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
});
export type ResponsesRequest = z.infer<typeof ResponsesRequest>;

/** The available models. */
const models = ['gpt-5.4-mini', 'gpt-5.4'] as const;

/**
 * Reads a request body.
 * @throws OpenAiError 400 with the first invalid field; 404 for an unknown model
 */
export function readRequest(body: unknown): ResponsesRequest {
  const result = ResponsesRequest.safeParse(body);
  if (!result.success) {
    const [issue] = result.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
    if (unknown !== undefined) throw invalidRequest(`Unknown parameter: '${path}'.`, path, 'unknown_parameter');
    throw invalidRequest(`Invalid value for '${path}': ${issue?.message}`, path, 'invalid_value');
  }
  const request = result.data;
  if (!models.some((known) => known === request.model)) {
    throw invalidRequest(`The requested model '${request.model}' does not exist.`, 'model', 'model_not_found');
  }
  if (request.tool_choice === 'required' && !request.tools?.length) {
    throw invalidRequest(`Tool choice 'required' must be specified with 'tools' parameter.`, 'tool_choice');
  }
  const samples = request.temperature !== undefined || request.top_p !== undefined;
  if (samples && request.reasoning?.effort !== 'none') {
    const param = request.temperature === undefined ? 'top_p' : 'temperature';
    const message = `Unsupported parameter: '${param}' is not supported with this model.`;
    throw invalidRequest(message, param, 'unsupported_parameter');
  }
  return request;
}

/** Whether this run searches. A tool that is only offered is not used: the model decides, and here it declines. */
export function mustSearch({ tools, tool_choice: choice }: ResponsesRequest): boolean {
  return Boolean(tools?.length) && choice === 'required';
}
