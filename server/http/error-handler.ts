import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { isUnstorableText } from '#server/db/error-codes.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { AppError, databaseUnavailable, statusOf, tooBusy } from '#server/platform/errors.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

const upstreamMessage = 'A service we rely on isn’t responding right now. Please try again in a minute.';
const unforeseenMessage = 'Something went wrong on our side. Please try again.';

/** Replacements for Fastify's own messages, which quote the request. */
const unreadable = ['bad_request', 'The request could not be read.'] as const;
const ownWords: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  // A path that leads out of the static folder.
  403: ['not_found', 'There is nothing at this address.'],
  413: ['too_large', 'The request is too large.'],
  414: ['too_large', 'The address of the request is too long.'],
  415: ['unsupported_media_type', 'The request has a content type that is not accepted here.'],
  431: ['too_large', 'The request is too large.'],
};

/** Replies to failed requests: expected errors with their message, all others as a 500 with an id. */
export function handleError(log: Log) {
  return async function (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const foreseen = foresee(error);
    if (foreseen) {
      if (foreseen.retryAfterSeconds !== undefined) reply.header('retry-after', foreseen.retryAfterSeconds);
      const { code, message, fields, proof, cause } = foreseen;
      if (cause instanceof ProviderError) {
        const { provider, kind } = cause;
        log.warn({ event: 'provider_failed', request: request.id, provider, kind, code: cause.code }, 'a call failed');
      }
      return reply
        .code(statusOf[code])
        .send({ code, message, ...(fields ? { fields } : {}), ...proof } satisfies ErrorBody);
    }
    log.error(
      {
        event: 'unforeseen_error',
        request: request.id,
        route: request.routeOptions.url ?? 'none',
        ...errorFields(error),
      },
      'a request failed',
    );
    return reply.code(500).send({ code: 'internal', message: unforeseenMessage, id: request.id } satisfies ErrorBody);
  };
}

function foresee(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // The first error of each field. An unknown field is left out, because its message quotes the field's name.
    const fields = Object.fromEntries(
      error.validation
        .toReversed()
        .filter(({ keyword }) => keyword !== 'unrecognized_keys')
        .map(({ instancePath, message }) => [fieldName(instancePath), message ?? 'Please check this field.']),
    );
    return new AppError('bad_request', 'Please check what you entered.', { fields });
  }
  if (error instanceof ProviderError) return new AppError('upstream_unavailable', upstreamMessage, { cause: error });
  const failure = databaseFailureOf(error);
  if (failure !== null) return failure === 'busy' ? tooBusy(error) : databaseUnavailable(error);
  const { statusCode } = error as { statusCode?: number };
  // A NUL, which PostgreSQL cannot store, in a field that allows control characters.
  if (isUnstorableText(error)) return new AppError(...unreadable);
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return null;
  return new AppError(...(ownWords[statusCode] ?? unreadable));
}

/** `/phoneNumber` is the field's JSON pointer (RFC 6901); forms here are flat. */
function fieldName(instancePath: string): string {
  return instancePath.split('/')[1] ?? '';
}

/**
 * Ends a connection with an unreadable or late request, as Fastify's handler does, but in the contract's format
 * (nodejs.org/api/http.html#event-clienterror).
 */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLarge ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const [code, message] = ownWords[status] ?? unreadable;
  const body = JSON.stringify({ code, message });
  if (socket.writable) {
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** The reply to an unknown call. Pages have their own (http/static-site.ts). */
export async function handleNotFound(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address.' } satisfies ErrorBody);
}
