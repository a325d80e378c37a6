import { join } from 'node:path';

import * as z from 'zod';

import type { SandboxContext, Vendor } from '../context.ts';
import { installFaultGate } from '../fault-gate.ts';
import { openRecordStore } from '../record-store.ts';
import { seedClient } from './clients.ts';
import type { Operation } from './operation.ts';
import { clientOperations } from './operations/clients.ts';
import { groupOperations } from './operations/groups.ts';
import { poolOperations } from './operations/pool-operations.ts';
import { signInOperations } from './operations/sign-in.ts';
import { userOperations } from './operations/users.ts';
import type { CognitoTables, Pool } from './pool.ts';
import { requireUser, userType } from './users.ts';
import { dispatch, send, sendFailure, targetOf } from './wire.ts';

const operations: ReadonlyMap<string, Operation> = new Map(
  [...userOperations, ...signInOperations, ...groupOperations, ...poolOperations, ...clientOperations].map(
    (operation) => [operation.name, operation],
  ),
);

const LockBody = z.strictObject({ email: z.string(), seconds: z.int().min(0).max(900) });

/** Cognito: one user pool with one client, under `POST /cognito`. */
export const cognito: Vendor = (context) =>
  async function cognitoRoutes(app) {
    const pool = openPool(context);
    seedClient(pool);

    await app.register(async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      // Write to disk before answering.
      api.addHook('onSend', async (_request, _reply, payload) => {
        pool.records.flush();
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

    app.get('/sandbox/cognito/users', async () =>
      [...pool.records.all('user')].map((user) => ({ ...userType(user), groups: user.groups })),
    );
    app.put('/sandbox/cognito/lock', async (request) => {
      const { email, seconds } = LockBody.parse(request.body);
      const user = requireUser(pool, email);
      user.lockedUntil = pool.now() + seconds * 1000;
      pool.records.put('user', user);
      return {};
    });
    app.addHook('onClose', async () => pool.records.flush());
  };

function openPool(context: SandboxContext): Pool {
  const { env, clock, stateDir } = context;
  return {
    context,
    records: openRecordStore<CognitoTables>(stateDir === null ? null : join(stateDir, 'cognito.jsonl')),
    poolId: env['COGNITO_USER_POOL_ID'] ?? 'us-east-1_Sandbox00',
    clientId: env['COGNITO_CLIENT_ID'] ?? 'sandboxclient00000000000000',
    region: env['AWS_REGION'] ?? 'us-east-1',
    now: () => clock.now().getTime(),
  };
}

/** Cognito's answer to an outage or too many calls; `errorType` selects any other error. */
function faultBody({ faults }: SandboxContext, status: number): object {
  const usual = status === 429 ? 'TooManyRequestsException' : 'InternalErrorException';
  return { __type: faults.of('cognito').errorType ?? usual, message: 'A fault set in the sandbox.' };
}
