import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';

import { errorName, identityError } from './errors.ts';

export type PoolOptions = {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly region: string;
  /** Null: AWS's own for the region. */
  readonly endpoint: string | null;
  /** Null: as the AWS SDK finds them (environment, files, role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/** The client of one user pool. Opens connections on first use, and keeps none that a stop would wait for. */
export type PoolClient = Pick<PoolOptions, 'userPoolId' | 'clientId'> & Pick<CognitoIdentityProviderClient, 'send'>;

const connectMs = 2000;
/** One call in all, body included: a login waits for it. */
const callMs = 5000;

export function openPool({ userPoolId, clientId, region, endpoint, credentials }: PoolOptions): PoolClient {
  const client = new CognitoIdentityProviderClient({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    // By default the SDK tries three times and waits forever.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: callMs, throwOnRequestTimeout: true },
  });
  const send = ((command: Parameters<typeof client.send>[0]) =>
    client.send(command, { abortSignal: AbortSignal.timeout(callMs) })) as typeof client.send;
  return { userPoolId, clientId, send };
}

/**
 * Runs a call.
 * @param answers the results for failures of these names
 * @throws ProviderError for all others
 */
export async function ask<Value, Answer = never>(
  call: () => Promise<Value>,
  answers: Readonly<Record<string, Answer>> = {},
): Promise<Value | Answer> {
  try {
    return await call();
  } catch (error) {
    const name = errorName(error);
    if (Object.hasOwn(answers, name)) return answers[name] as Answer;
    throw identityError(error);
  }
}
