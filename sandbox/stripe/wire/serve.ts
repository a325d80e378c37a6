import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { API_VERSION, type Account } from '../account.ts';
import { newId } from '../objects/ids.ts';
import { faultBody } from './answer-errors.ts';
import type { ApiCall } from './call.ts';
import { StripeError, errorBody, invalid } from './errors.ts';
import { expanded } from './expand.ts';
import { type Form, decodeForm } from './form.ts';
import { type Answer, remember, replayOf } from './idempotency.ts';
import { parseParams } from './params.ts';

export type Keys = { readonly secretKey: string; readonly publishableKey: string };

/** Whether a call, by its operation, fails although it began; `after`: it took effect anyway. */
export type Failing = (operation: string) => 'before' | 'after' | null;

/** Adds the API calls, and Stripe's answer to any other address under `/v1`. */
export function serveCalls(
  app: FastifyInstance,
  { account, keys, failing }: { readonly account: Account; readonly keys: Keys; readonly failing: Failing },
  calls: readonly ApiCall[],
): void {
  for (const apiCall of calls) {
    app.route<{ Params: { id?: string } }>({
      method: apiCall.method,
      url: apiCall.path,
      config: { operation: apiCall.name },
      onRequest: async (request) => authorize(request, keys),
      handler: async (request, reply) => answer({ account, failing }, apiCall, request, reply),
    });
  }
  app.all('/v1/*', { onRequest: async (request) => authorize(request, keys) }, async (request) => {
    const path = request.url.split('?')[0];
    throw new StripeError(
      404,
      `Unrecognized request URL (${request.method}: ${path}). The sandbox simulates part of the API; see its README.`,
    );
  });
}

/** Checks the key and the API version, before the parameters. */
function authorize(request: FastifyRequest, { secretKey, publishableKey }: Keys): void {
  const key = keyOf(request.headers.authorization);
  if (key === null) {
    throw new StripeError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key === publishableKey) {
    throw new StripeError(
      403,
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      {
        code: 'secret_key_required',
      },
    );
  }
  if (key !== secretKey)
    throw new StripeError(401, `Invalid API Key provided: ${masked(key)}`, { code: 'api_key_invalid' });
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${String(version)}. The sandbox speaks ${API_VERSION}.`);
  }
}

/** The API key of a Bearer or Basic header. */
function keyOf(header: string | undefined): string | null {
  const [scheme = '', value = ''] = header?.split(' ') ?? [];
  if (value === '') return null;
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString().split(':')[0] || null;
}

function masked(key: string): string {
  return key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

async function answer(
  { account, failing }: { readonly account: Account; readonly failing: Failing },
  apiCall: ApiCall,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
): Promise<string> {
  const form = formOf(request);
  const path = request.url.split('?')[0] ?? '';
  const key = apiCall.method === 'POST' ? headerOf(request, 'idempotency-key') : null;
  reply.headers({ 'request-id': request.id, 'stripe-version': API_VERSION }).type('application/json');
  if (key !== null) {
    reply.header('idempotency-key', key);
    const replay = replayOf(account, key, path, form);
    if (replay) {
      reply.headers({ 'idempotent-replayed': 'true', 'original-request': replay.requestId }).code(replay.status);
      return replay.body;
    }
  }
  const cause = { id: request.id, idempotency_key: key };
  const failure = failing(apiCall.name);
  const done = failure === 'before' ? null : account.onBehalfOf(cause, () => run(account, apiCall, form, request));
  // Stripe saves its own failures too: only a call that never began leaves its key unused.
  const { status, body } = done === null || failure !== null ? failedAnswer() : done;
  if (key !== null) remember(account, { key, path, form, requestId: request.id, status, body });
  reply.code(status);
  return body;
}

function failedAnswer(): Answer {
  return { status: 500, body: JSON.stringify(faultBody(500)) };
}

function run(
  account: Account,
  apiCall: ApiCall,
  form: Form,
  request: FastifyRequest<{ Params: { id?: string } }>,
): Answer {
  try {
    const params = parseParams(apiCall.params, form);
    const result = apiCall.answer(account, params as never, request.params.id ?? '');
    const paths = (params as { expand?: string[] }).expand ?? [];
    return { status: 200, body: JSON.stringify(expanded(account, result, paths)) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, body: JSON.stringify(errorBody(error, request.id)) };
  }
}

function formOf(request: FastifyRequest): Form {
  const { body } = request;
  const query = request.url.split('?')[1] ?? '';
  if (body !== undefined && body !== null && typeof body !== 'string') {
    throw invalid('Invalid request: the body of a request to this API is form-encoded, not JSON.');
  }
  return decodeForm([query, body ?? ''].filter((part) => part !== '').join('&'));
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A new request id, which every answer carries. */
export function requestId(): string {
  return newId('req');
}
