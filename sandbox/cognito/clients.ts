import { randomBytes } from 'node:crypto';

import { isSetUp } from '../context.ts';
import { CognitoError } from './errors.ts';
import type { Client, ClientSettings, Pool } from './pool.ts';

/** The API's defaults (CreateUserPoolClient, UpdateUserPoolClient). */
export const clientDefaults: Omit<ClientSettings, 'ClientName'> = {
  ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'],
  PreventUserExistenceErrors: 'LEGACY',
  RefreshTokenValidity: 30,
  AccessTokenValidity: 60,
  IdTokenValidity: 60,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'days' },
  EnableTokenRevocation: true,
  AuthSessionValidity: 3,
};

/** Creates the client of a pool that is set up, unless an earlier start did. */
export function seedClient(pool: Pool): void {
  if (!isSetUp(pool.context.env) || pool.records.get('client', pool.clientId)) return;
  const ExplicitAuthFlows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'];
  addClient(pool, { ClientName: 'sandbox', ExplicitAuthFlows, PreventUserExistenceErrors: 'ENABLED' }, false);
}

/** Adds a client. The first one has the id in the settings, so that the product's and the sandbox's agree. */
export function addClient(
  pool: Pool,
  given: Pick<ClientSettings, 'ClientName'> & Partial<ClientSettings>,
  hasSecret: boolean,
): Client {
  const isFirst = [...pool.records.all('client')].length === 0;
  const client: Client = {
    id: isFirst ? pool.clientId : randomBytes(13).toString('hex'),
    secret: hasSecret ? randomBytes(26).toString('hex') : null,
    created: pool.now(),
    settings: { ...clientDefaults, ...given },
  };
  pool.records.put('client', client);
  return client;
}

/** @throws CognitoError for a client that the pool does not have */
export function requireClient({ records }: Pool, id: string): Client {
  const client = records.get('client', id);
  if (!client) throw new CognitoError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  return client;
}

/** @throws CognitoError unless a caller without a secret may use the client */
export function requirePublicClient(pool: Pool, id: string, secretHash?: string): Client {
  const client = requireClient(pool, id);
  if (client.secret !== null && secretHash === undefined) {
    const message = `Client ${id} is configured with secret but SECRET_HASH was not received`;
    throw new CognitoError('NotAuthorizedException', message);
  }
  if (secretHash !== undefined) {
    throw new CognitoError('NotAuthorizedException', `Unable to verify secret hash for client ${id}`);
  }
  return client;
}
