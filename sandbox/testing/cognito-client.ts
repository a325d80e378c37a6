import { Readable } from 'node:stream';

import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';

import type { Sandbox } from '../sandbox.ts';
import { readAwsModel } from './aws-model.ts';
import { haveContracts } from './contracts.ts';

export const cognitoModel = haveContracts ? readAwsModel('cognito-idp-2016-04-18.service-2.json.gz') : undefined;

type Request = {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
};

/** The official client, with every accepted request, every answer and every error checked against AWS's model. */
export function cognitoClient(sandbox: Sandbox, { isSigned = true } = {}): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint: `${sandbox.url}/cognito`,
    maxAttempts: 1,
    ...(isSigned && { credentials: { accessKeyId: 'AKIASANDBOX', secretAccessKey: 'any' } }),
    requestHandler: { handle: async (request: Request) => ({ response: await checkedFetch(request) }) } as never,
  });
}

async function checkedFetch({ protocol, hostname, port, path, method, headers, ...request }: Request) {
  const body = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
  const response = await fetch(`${protocol}//${hostname}:${port}${path}`, { method, headers, body });
  const text = await response.text();
  check(headers['x-amz-target']?.split('.')[1] ?? '', body, response.status, text);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: Readable.from([Buffer.from(text)]),
  };
}

/** Errors common to all operations of all services, which the model omits. */
const commonErrors = new Set([
  'MissingAuthenticationTokenException',
  'SerializationException',
  'UnknownOperationException',
]);

function check(name: string, request: string, status: number, answer: string): void {
  if (!cognitoModel) return;
  const operation = cognitoModel.operations[name];
  if (!operation) throw new Error(`the model has no ${name}`);
  const body = JSON.parse(answer) as { __type?: string };
  if (status === 200) {
    cognitoModel.check(operation.input.shape, JSON.parse(request));
    if (operation.output) cognitoModel.check(operation.output.shape, body);
    return;
  }
  const type = body['__type'] ?? '';
  const isDeclared = operation.errors?.some(({ shape }) => shape === type) ?? false;
  if (!isDeclared && !commonErrors.has(type)) throw new Error(`${name} does not end with ${type}`);
}

/** Sends an unchecked call over the wire. */
export async function raw(sandbox: Sandbox, operation: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/cognito`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, string>;
  return { status: response.status, type: answer['__type'], message: answer['message'] };
}

/** A signature of the right shape, which is all that the sandbox checks. */
export const signed = {
  authorization: `AWS4-HMAC-SHA256 Credential=AK/20261120/us-east-1/cognito-idp/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
};
