import { join } from 'node:path';

import * as z from 'zod';

import { openBook } from '../book.ts';
import type { SandboxContext, Vendor } from '../context.ts';
import { refuseInWords } from '../control-errors.ts';
import { installFaultGate } from '../fault-gate.ts';
import { expireCodes } from './codes.ts';
import type { Operation } from './operation.ts';
import { adminOperations } from './operations/admin.ts';
import { attributeOperations } from './operations/attributes.ts';
import { groupOperations } from './operations/groups.ts';
import { passwordOperations } from './operations/passwords.ts';
import { poolOperations } from './operations/pool-operations.ts';
import { signInOperations } from './operations/sign-in.ts';
import { signUpOperations } from './operations/sign-up.ts';
import { type CognitoTables, type Pool, settingsOf } from './pool.ts';
import { jwks } from './tokens.ts';
import { userType } from './users.ts';
import { dispatch, send, sendFailure, targetOf } from './wire.ts';

const operations: ReadonlyMap<string, Operation> = new Map(
  [
    ...signUpOperations,
    ...signInOperations,
    ...passwordOperations,
    ...attributeOperations,
    ...adminOperations,
    ...groupOperations,
    ...poolOperations,
  ].map((operation) => [operation.name, operation]),
);

const contacts = z.array(z.enum(['phone_number', 'email'])).max(2);
const SettingsBody = z.strictObject({
  autoVerified: contacts.optional(),
  recovery: contacts.optional(),
  verifyBeforeUpdate: contacts.optional(),
  preventUserExistenceErrors: z.boolean().optional(),
});

/** Cognito: one user pool with one client, under `POST /cognito`. */
export const cognito: Vendor = (context) =>
  async function cognitoRoutes(app) {
    const pool = openPool(context);

    await app.register(async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      // On file before anyone is told, whatever then becomes of the answer.
      api.addHook('onSend', async (_request, _reply, payload) => {
        pool.book.flush();
        return payload;
      });
      installFaultGate(api, context, {
        vendor: 'cognito',
        errorBody: (status) => faultBody(context, status),
        operationOf: targetOf,
      });
      api.setErrorHandler(async (error, _request, reply) => sendFailure(reply, error));
      for (const path of ['/cognito', '/cognito/']) {
        api.post(path, async (request, reply) => send(reply, await dispatch(pool, operations, request)));
      }
    });

    app.get(`/cognito/${pool.poolId}/.well-known/jwks.json`, async () => jwks(pool));
    await app.register(async (control) => {
      refuseInWords(control);
      control.get('/sandbox/cognito/users', async () =>
        [...pool.book.all('user')].map((user) => ({ ...userType(user), groups: user.groups })),
      );
      control.get('/sandbox/cognito/settings', async () => settingsOf(pool));
      control.put('/sandbox/cognito/settings', async (request) => {
        const given = Object.entries(SettingsBody.parse(request.body)).filter(([, value]) => value !== undefined);
        pool.book.put('settings', { ...settingsOf(pool), ...Object.fromEntries(given) });
        pool.book.flush();
        return settingsOf(pool);
      });
      control.post('/sandbox/cognito/codes/expire', async () => {
        expireCodes(pool);
        pool.book.flush();
        return {};
      });
    });
    app.addHook('onClose', async () => pool.book.flush());
  };

function openPool(context: SandboxContext): Pool {
  const { env, clock, stateDir } = context;
  return {
    context,
    book: openBook<CognitoTables>(stateDir === null ? null : join(stateDir, 'cognito.jsonl')),
    poolId: env['COGNITO_USER_POOL_ID'] ?? 'us-east-1_Sandbox00',
    clientId: env['COGNITO_CLIENT_ID'] ?? 'sandboxclient00000000000000',
    region: env['AWS_REGION'] ?? 'us-east-1',
    now: () => clock.now().getTime(),
  };
}

/** What Cognito would say in an outage or when called too often; `errorType` names any other error. */
function faultBody({ faults }: SandboxContext, status: number): object {
  const usual = status === 429 ? 'TooManyRequestsException' : 'InternalErrorException';
  return { __type: faults.of('cognito').errorType ?? usual, message: 'A fault set in the sandbox.' };
}
