type Refusal = {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  /** The invalid field, if any. */
  readonly param?: string | null;
};

/** A refusal by the Responses API. */
export class OpenAiError extends Error {
  readonly refusal: Refusal;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.refusal = refusal;
  }
}

/** A request that does not fit the schema. */
export function invalidRequest(message: string, param: string | null, code: string | null = null): OpenAiError {
  return new OpenAiError(message, { status: 400, type: 'invalid_request_error', code, param });
}

/** `{error: {message, type, param, code}}`, the body of every refusal (developers.openai.com, error codes). */
export function toErrorBody(message: string, { type, code, param = null }: Omit<Refusal, 'status'>): object {
  return { error: { message, type, param, code } };
}

/** The body for the HTTP status of a fault. */
export function outageBody(status: number): object {
  if (status === 401) return toErrorBody('Incorrect API key provided.', invalidKey);
  if (status === 429) {
    return toErrorBody('Rate limit reached for requests.', { type: 'requests', code: 'rate_limit_exceeded' });
  }
  return toErrorBody('The server had an error while processing your request.', { type: 'server_error', code: null });
}

const invalidKey = { type: 'invalid_request_error', code: 'invalid_api_key' } as const;

/** A key that the API does not know. */
export function keyRefused(): OpenAiError {
  return new OpenAiError('Incorrect API key provided.', { status: 401, ...invalidKey });
}

/** An account without credit: also a 429, distinguished by its code alone. */
export function quotaSpent(): OpenAiError {
  return new OpenAiError('You exceeded your current quota, please check your plan and billing details.', {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  });
}
