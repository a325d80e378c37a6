import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import {
  AdminTokenQuery,
  AuthCheckReply,
  FeaturesReply,
  MigrateUsersBody,
  MigrateUsersReply,
  MonitoringReply,
  OperatorSignInBody,
  OperatorSignInReply,
  SetupGroupsReply,
  SyncReply,
  ToggleBody,
  ToggleReply,
} from '#contract/admin.ts';
import { ErrorBody } from '#contract/errors.ts';
import { DoneReply } from '#contract/user.ts';
import type { FallbackQueue } from '#server/platform/fallback-queue.ts';
import type { Features } from '#server/platform/features.ts';
import { Secret } from '#server/platform/secret.ts';
import type { IdentityMigration } from '#server/providers/ports/identity-migration.ts';

import { switchFeature } from './features.flow.ts';
import { createMonitoring, type MonitoringParts } from './monitoring.flow.ts';
import { asOperator, noteDeed, type OperatorParts } from './operator.flow.ts';

export type AdminParts = OperatorParts &
  MonitoringParts & {
    readonly features: Features;
    readonly fallbackQueue: FallbackQueue;
    readonly migration: IdentityMigration;
  };

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/**
 * The admin calls of spec section 7. The token of the two that take it in their address is not logged, is never sent on
 * as a referrer, and is taken as a bearer too, which is the only way for the others.
 */
export function adminRoutes(parts: AdminParts): FastifyPluginCallbackZod {
  const { access, features } = parts;
  const monitoring = createMonitoring(parts);
  return function (app, _options, done) {
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header('referrer-policy', 'no-referrer');
      next();
    });

    app.get(
      '/api/admin/auth-check',
      { schema: { querystring: AdminTokenQuery, response: { 200: AuthCheckReply, ...refusals } } },
      async (request) => {
        const session = await access.logIn(request, request.query.token);
        return session === null ? { authorized: false } : { authorized: true, session };
      },
    );

    app.get(
      '/api/admin/monitoring',
      { schema: { querystring: AdminTokenQuery, response: { 200: MonitoringReply, ...refusals } } },
      async (request) => {
        await access.require(request, request.query.token);
        return monitoring();
      },
    );

    app.get('/api/admin/features', { schema: { response: { 200: FeaturesReply, ...refusals } } }, async (request) => {
      await access.require(request);
      return features.all();
    });

    app.post(
      '/api/admin/monitoring/toggle',
      { onRequest: access.first, schema: { body: ToggleBody, response: { 200: ToggleReply, ...refusals } } },
      (request) => {
        const { feature, enabled } = request.body;
        return asOperator(parts, request, {
          action: 'toggle',
          subject: `${feature} ${enabled ? 'on' : 'off'}`,
          async run() {
            await switchFeature(parts, feature, enabled);
            return { status: 'success' as const, feature, enabled };
          },
        });
      },
    );
    batchRoutes(parts, app);
    signInRoutes(parts, app);
    done();
  };
}

function batchRoutes(parts: AdminParts, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  const { access, fallbackQueue, migration } = parts;

  app.post('/api/admin/db-fallback/sync', { schema: { response: { 200: SyncReply, ...refusals } } }, (request) =>
    asOperator(parts, request, {
      action: 'db_fallback_sync',
      subject: null,
      async run() {
        const { synced, remaining } = await fallbackQueue.sync();
        const message = remaining === 0 ? 'Everything that waited is written.' : 'Some operations still wait.';
        return { status: 'success' as const, synced, remaining, message };
      },
    }),
  );

  app.post(
    '/api/admin/cognito/migrate-users',
    { onRequest: access.first, schema: { body: MigrateUsersBody, response: { 200: MigrateUsersReply, ...refusals } } },
    (request) =>
      asOperator(parts, request, {
        action: 'migrate_users',
        subject: ({ migrated, failed }) => `${migrated} migrated, ${failed} failed`,
        async run() {
          const { migrated, failed } = await migration.migrate(request.body.limit);
          const message = failed === 0 ? 'The batch is through.' : 'Some users could not be migrated.';
          return { status: 'success' as const, migrated, failed, message };
        },
      }),
  );

  app.post(
    '/api/admin/cognito/setup-groups',
    { schema: { response: { 200: SetupGroupsReply, ...refusals } } },
    (request) =>
      asOperator(parts, request, {
        action: 'setup_groups',
        subject: null,
        run: async () => ({ message: await migration.setUpGroups() }),
      }),
  );
}

function signInRoutes(parts: AdminParts, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  const { access } = parts;

  app.post(
    '/api/admin/sign-in',
    { schema: { body: OperatorSignInBody, response: { 200: OperatorSignInReply, ...refusals } } },
    async (request) => {
      const { name, password, code } = request.body;
      const shown = { name, password: new Secret(password), code: new Secret(code) };
      const session = await access.signIn(request, shown);
      await noteDeed(parts, request, { action: 'sign_in', actor: `operator:${name}`, subject: null, outcome: 'done' });
      return { session };
    },
  );

  app.post('/api/admin/sign-out', { schema: { response: { 200: DoneReply, ...refusals } } }, (request) =>
    asOperator(parts, request, {
      action: 'sign_out',
      subject: null,
      async run() {
        await access.signOut(request);
        return { message: 'You are signed out.' };
      },
    }),
  );
}
