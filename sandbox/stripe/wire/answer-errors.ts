import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import { StripeError, errorBody, invalid } from './errors.ts';

/** Answers every failure of the emulator in Stripe's error shape. */
export async function answerErrors(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const known = asStripeError(error);
  if (known.status >= 500) console.error('sandbox: stripe:', error);
  if (known.status === 401) reply.header('www-authenticate', 'Basic realm="Stripe"');
  reply.code(known.status).header('request-id', request.id);
  // Control calls answer in the same shape as those of the other vendors.
  const isOwn = request.url.startsWith('/sandbox/');
  await reply.send(isOwn ? { message: known.message, ...known.detail } : errorBody(known, request.id));
}

function asStripeError(error: FastifyError | Error): StripeError {
  if (error instanceof StripeError) return error;
  if (error instanceof z.ZodError) return invalid(z.prettifyError(error));
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status < 500) return new StripeError(status, error.message);
  return new StripeError(500, 'An unknown error occurred in the sandbox.', { type: 'api_error' });
}

/** Stripe's answer to an outage or too many calls. */
export function faultBody(status: number): object {
  if (status === 429) {
    return errorBody(new StripeError(429, 'Request rate limit exceeded.', { code: 'rate_limit' }), 'req_fault');
  }
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  return errorBody(new StripeError(status, 'A fault set in the sandbox.', { type }), 'req_fault');
}
