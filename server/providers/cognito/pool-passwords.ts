import {
  AdminConfirmSignUpCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';

import type { Secret } from '#server/platform/secret.ts';
import type { PoolPasswordCheck } from '#server/providers/ports/identity-pool.ts';

import { ask, type PoolClient } from './pool-client.ts';

/** Refusals that say no more than "not with this password", or nothing about it. */
const notThis = {
  NotAuthorizedException: 'wrong',
  UserNotFoundException: 'wrong',
  PasswordResetRequiredException: 'wrong',
  PasswordAttemptsExceeded: 'locked',
} as const;

/** The pool's rules; whitespace and over-length break the model's own pattern and come as InvalidParameter. */
const refusals = {
  InvalidPasswordException: 'refused',
  InvalidParameterException: 'refused',
  PasswordHistoryPolicyViolationException: 'refused',
  UserNotFoundException: 'missing',
} as const;

/** The passwords of a pool's users, by id. Every method: @throws ProviderError */
export function poolPasswords({ userPoolId: UserPoolId, clientId: ClientId, send }: PoolClient) {
  async function signsIn(id: string, password: string): Promise<PoolPasswordCheck> {
    const AuthParameters = { USERNAME: id, PASSWORD: password };
    const { AuthenticationResult } = await send(
      new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
    );
    // A challenge is no result: a temporary password opens nothing. The tokens are dropped: sessions are ours.
    return AuthenticationResult === undefined ? 'wrong' : 'right';
  }

  return {
    async setPassword(id: string, password: Secret): Promise<'set' | 'refused' | 'missing'> {
      const Password = comparable(password);
      const command = new AdminSetUserPasswordCommand({ UserPoolId, Username: id, Password, Permanent: true });
      const answer = await ask(() => send(command), refusals);
      return typeof answer === 'string' ? answer : 'set';
    },

    /** Checks the identity's password. Takes as long for an id that does not exist. */
    async checkPassword(id: string, password: Secret): Promise<PoolPasswordCheck> {
      const words = comparable(password);
      const answer = await ask(() => signsIn(id, words), { ...notThis, UserNotConfirmedException: null });
      if (answer !== null) return answer;
      // Our own proof of the phone counts; the pool's unconfirmed state must not refuse a login.
      await ask(() => send(new AdminConfirmSignUpCommand({ UserPoolId, Username: id })));
      return ask(() => signsIn(id, words), notThis);
    },
  };
}

/** The same password typed on two systems may come composed or decomposed (RFC 8265, 4.2.2). */
function comparable(password: Secret): string {
  return password.reveal().normalize('NFC');
}
