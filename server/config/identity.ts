import type { SettingsReader } from './env-reader.ts';

/** The credentials of the sandbox's pool (sandbox/cognito/README.md): not secret, and never accepted by AWS. */
const sandbox = {
  userPoolId: 'us-east-1_Sandbox00',
  clientId: 'sandboxclient00000000000000',
  region: 'us-east-1',
  credentials: { accessKeyId: 'AKIASANDBOX', secretAccessKey: 'sandbox' },
} as const;

const poolSettings = ['COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID'] as const;

/**
 * The identity stage, which decides whose passwords count (docs/reference/decisions.md#identity), and the Cognito user
 * pool for the stages that have one. The AWS SDK itself reads the AWS credentials.
 */
export function readIdentity(read: SettingsReader, sandboxUrl: string) {
  const stage = read.oneOf('IDENTITY_STAGE', ['pre', 'during', 'post'], 'pre');
  const pool = read.whole(...poolSettings);
  read.onlyWith(poolSettings, 'COGNITO_ENDPOINT');
  const endpoint = read.optional('COGNITO_ENDPOINT') === undefined ? null : read.url('COGNITO_ENDPOINT', '');
  if (pool === null) return { stage, isSandbox: true, pool: { ...sandbox, endpoint: `${sandboxUrl}/cognito` } };
  // The id begins with its region (API reference, UserPoolIdType), so AWS_REGION is only compared.
  const [, region] = /^([a-z]{2}(?:-[a-z]+)+-\d)_[0-9a-zA-Z]+$/.exec(pool.COGNITO_USER_POOL_ID) ?? [];
  if (region === undefined) read.fault('COGNITO_USER_POOL_ID must look like us-east-1_AbCdEfGhI');
  else if ((read.optional('AWS_REGION') ?? region) !== region)
    read.fault('COGNITO_USER_POOL_ID begins with another region than AWS_REGION');
  if (!/^[\w+]{1,128}$/.test(pool.COGNITO_CLIENT_ID)) read.fault('COGNITO_CLIENT_ID must be letters and digits');
  return {
    stage,
    isSandbox: false,
    pool: {
      userPoolId: pool.COGNITO_USER_POOL_ID,
      clientId: pool.COGNITO_CLIENT_ID,
      region: region ?? '',
      endpoint,
      credentials: null,
    },
  };
}
