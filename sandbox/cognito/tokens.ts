import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';

import { notAuthorized } from './errors.ts';
import type { Pool, User } from './pool.ts';

const ACCESS_S = 3_600;
const REFRESH_MS = 30 * 86_400_000;
const KEY_ID = 'sandbox-key-1';

type Claims = { sub: string; token_use: string; exp: number; iat: number; origin_jti: string };

/** A new sign-in: three tokens, and the refresh token's hash in the book. */
export function signIn(pool: Pool, user: User) {
  const refresh = randomBytes(48).toString('base64url');
  const origin = randomUUID();
  pool.book.put('refresh', { id: hashOf(refresh), user: user.id, origin, expires: pool.now() + REFRESH_MS });
  return { ...shortTokens(pool, user, origin), RefreshToken: refresh };
}

/**
 * New short-lived tokens for a refresh token.
 * @throws CognitoError NotAuthorized when it is unknown, revoked or too old
 */
export function renew(pool: Pool, refresh: string) {
  const known = pool.book.get('refresh', hashOf(refresh));
  if (!known) throw notAuthorized('Invalid Refresh Token');
  const user = pool.book.get('user', known.user);
  if (!user || known.expires <= pool.now()) throw notAuthorized('Refresh Token has expired');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return shortTokens(pool, user, known.origin);
}

/** Ends one sign-in: its refresh token and the access tokens that came from it. */
export function revoke(pool: Pool, refresh: string): void {
  pool.book.remove('refresh', hashOf(refresh));
}

/** Ends every sign-in of a user. */
export function signOutEverywhere(pool: Pool, user: User): void {
  for (const { id, user: owner } of pool.book.all('refresh')) if (owner === user.id) pool.book.remove('refresh', id);
  user.tokensFrom = pool.now();
  pool.book.put('user', user);
}

/**
 * The user behind an access token.
 * @throws CognitoError NotAuthorized when it is not ours, too old, revoked, or its user is gone or disabled
 */
export function userOf(pool: Pool, accessToken: string): User {
  const claims = verified(pool, accessToken);
  if (claims?.token_use !== 'access') throw notAuthorized('Invalid Access Token');
  if (claims.exp * 1000 <= pool.now()) throw notAuthorized('Access Token has expired');
  const user = pool.book.get('user', claims.sub);
  if (!user) throw notAuthorized('Invalid Access Token');
  const isAlive = [...pool.book.all('refresh')].some(({ origin }) => origin === claims.origin_jti);
  if (!isAlive || claims.iat * 1000 < user.tokensFrom) throw notAuthorized('Access Token has been revoked');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return user;
}

/** The public half of the signing key, for those who check tokens themselves (RFC 7517). */
export function jwks(pool: Pool): object {
  const key = createPublicKey(signingKey(pool)).export({ format: 'jwk' });
  return { keys: [{ ...key, alg: 'RS256', kid: KEY_ID, use: 'sig' }] };
}

function shortTokens(pool: Pool, user: User, origin: string) {
  const now = Math.floor(pool.now() / 1000);
  const common = {
    sub: user.id,
    iss: `https://cognito-idp.${pool.region}.amazonaws.com/${pool.poolId}`,
    origin_jti: origin,
    auth_time: now,
    iat: now,
    exp: now + ACCESS_S,
    ...(user.groups.length > 0 && { 'cognito:groups': user.groups }),
  };
  const access = {
    ...common,
    jti: randomUUID(),
    client_id: pool.clientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: user.id,
  };
  const id = {
    ...common,
    jti: randomUUID(),
    aud: pool.clientId,
    token_use: 'id',
    'cognito:username': user.id,
    ...user.attributes,
  };
  return { AccessToken: sign(pool, access), IdToken: sign(pool, id), ExpiresIn: ACCESS_S, TokenType: 'Bearer' };
}

function sign(pool: Pool, claims: object): string {
  const head = encoded({ kid: KEY_ID, alg: 'RS256' });
  const body = `${head}.${encoded(claims)}`;
  return `${body}.${createSign('RSA-SHA256').update(body).sign(signingKey(pool), 'base64url')}`;
}

function verified(pool: Pool, token: string): Claims | null {
  const [head = '', body = '', signature = ''] = token.split('.');
  const check = createVerify('RSA-SHA256').update(`${head}.${body}`);
  if (!check.verify(createPublicKey(signingKey(pool)), signature, 'base64url')) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
}

/** Made at first need, since that takes a while. */
function signingKey({ book }: Pool) {
  const known = book.get('key', 'signing');
  if (known) return createPrivateKey(known.pem);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  book.put('key', { id: 'signing', pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() });
  return privateKey;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
