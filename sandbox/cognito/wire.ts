import { randomUUID } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';

import { CognitoError, invalidParameter } from './errors.ts';
import type { Operation } from './operation.ts';
import type { Pool } from './pool.ts';

const TARGET = 'AWSCognitoIdentityProviderService.';
const CONTENT_TYPE = 'application/x-amz-json-1.1';

/** The operation that a request names (AWS JSON 1.1 protocol: `X-Amz-Target`). */
export function targetOf(request: FastifyRequest): string {
  const target = request.headers['x-amz-target'];
  return typeof target === 'string' && target.startsWith(TARGET) ? target.slice(TARGET.length) : '';
}

/**
 * Runs the named operation.
 * @throws CognitoError for an unknown operation, a missing signature, or members outside their limits
 */
export async function dispatch(
  pool: Pool,
  operations: ReadonlyMap<string, Operation>,
  request: FastifyRequest,
): Promise<object> {
  const found = operations.get(targetOf(request));
  if (!found) throw new CognitoError('UnknownOperationException', '');
  if (found.access === 'signed') requireSignature(request);
  const body = readBody(request.body);
  const input = found.input.safeParse(body, { reportInput: true });
  if (!input.success) throw refusal(input.error.issues);
  return found.run(pool, input.data as never);
}

/** Checks the shape of the signature only: any key pair is accepted. */
function requireSignature({ headers }: FastifyRequest): void {
  const { authorization = '' } = headers;
  const isSigned =
    /^AWS4-HMAC-SHA256 Credential=[^/\s]+\/\d{8}\/[\w-]+\/cognito-idp\/aws4_request, ?SignedHeaders=[\w;-]+, ?Signature=[0-9a-f]{64}$/.test(
      authorization,
    );
  if (!isSigned) throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');
}

function readBody(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' && body !== '' ? body : '{}') as unknown;
  } catch {
    throw new CognitoError('SerializationException', 'Start of structure or map found where not expected.');
  }
}

type Issue = z.core.$ZodIssue;

/** The first value of the wrong type, otherwise every violated limit, in AWS's wording. Values are never repeated. */
function refusal(issues: readonly Issue[]): CognitoError {
  const wrongKind = issues.find(
    (issue) => issue.code === 'invalid_type' && issue.input !== undefined && issue.input !== null,
  );
  if (wrongKind)
    return new CognitoError(
      'SerializationException',
      `${memberOf(wrongKind)} can not be converted to ${expectedOf(wrongKind)}`,
    );
  const faults = issues.map(
    (issue) =>
      `Value ${issue.input === undefined ? 'null ' : ''}at '${memberOf(issue)}' failed to satisfy constraint: Member must ${ruleOf(issue)}`,
  );
  const count = `${faults.length} validation error${faults.length === 1 ? '' : 's'} detected`;
  return invalidParameter(`${count}: ${faults.join('; ')}`);
}

function memberOf({ path }: Issue): string {
  const [head = '', ...rest] = path.map(String);
  return [head.charAt(0).toLowerCase() + head.slice(1), ...rest].join('.');
}

function expectedOf(issue: Issue): string {
  return issue.code === 'invalid_type' ? issue.expected : 'a value';
}

function ruleOf(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return 'not be null';
  if (issue.code === 'too_big') return `have length less than or equal to ${String(issue.maximum)}`;
  if (issue.code === 'too_small') return `have length greater than or equal to ${String(issue.minimum)}`;
  if (issue.code === 'invalid_value') return `satisfy enum value set: [${issue.values.map(String).join(', ')}]`;
  if (issue.code === 'invalid_format')
    return `satisfy regular expression pattern: ${'pattern' in issue ? issue.pattern : ''}`;
  return 'be valid';
}

/** Sends an answer. */
export async function send(reply: FastifyReply, body: object): Promise<void> {
  await reply.header('x-amzn-requestid', randomUUID()).type(CONTENT_TYPE).send(JSON.stringify(body));
}

/** Sends a failure in AWS's shape: 400 for the caller's fault; 500, logged, for the sandbox's. */
export async function sendFailure(reply: FastifyReply, error: unknown): Promise<void> {
  const isKnown = error instanceof CognitoError;
  if (!isKnown) console.error('sandbox: cognito:', error);
  const type = isKnown ? error.type : 'InternalErrorException';
  const message = isKnown ? error.message : 'An internal error occurred in the sandbox.';
  reply.code(isKnown ? 400 : 500).header('x-amzn-errortype', type);
  await send(reply, { __type: type, message });
}
