import type { FastifyRequest } from 'fastify';

import { TwilioError } from './errors.ts';
import type { TwilioAccount } from './settings.ts';

/**
 * Checks HTTP Basic credentials: the account's SID and token, or an API key and its secret.
 * @throws TwilioError 20003
 */
export function checkCredentials(request: FastifyRequest, account: TwilioAccount): void {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const [name, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const secret = rest.join(':');
  const isRight =
    scheme?.toLowerCase() === 'basic' &&
    ((name === account.sid && secret === account.authToken) ||
      (name === account.apiKey && secret === account.apiSecret));
  if (!isRight) throw new TwilioError(20003);
}
