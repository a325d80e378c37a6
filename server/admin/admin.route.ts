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
import { DoneReply } from '#contract/user.ts';
import type { IdentityMigration } from '#server/domain/ports/identity-migration.ts';
import type { OutageQueue } from '#server/domain/ports/outage-queue.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import type { FeatureFlags } from '#server/platform/feature-flags.ts';
import { Secret } from '#server/platform/secret.ts';

import { asOperator, recordAction, type OperatorDeps } from './as-operator.ts';
import { switchFeature } from './feature-flags.ts';
import { createMonitoring, type MonitoringDeps } from './monitoring.ts';

export type AdminRouteDeps = OperatorDeps &
  MonitoringDeps & {
    readonly featureFlags: FeatureFlags;
    readonly outageQueue: OutageQueue;
    readonly migration: IdentityMigration;
  };

/**
 * The admin calls of docs/reference/specification.md#admin-calls. Two of them also take the token in their URL: it is
 * not logged and never sent as a referrer. The others take it as a bearer token only.
 */
export function adminRoutes(deps: AdminRouteDeps): FastifyPluginCallbackZod {
  const { access, featureFlags } = deps;
  const monitoring = createMonitoring(deps);
  return function (app, _options, done) {
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header('referrer-policy', 'no-referrer');
      next();
    });

    app.get(
      '/api/admin/auth-check',
      {
        config: { access: 'public', tag: 'Admin', summary: 'Returns whether a password or token is correct.' },
        schema: { querystring: AdminTokenQuery, response: { 200: AuthCheckReply, ...errorReplies } },
      },
      async (request) => {
        const session = await access.logIn(request, request.query.token);
        return session === null ? { authorized: false } : { authorized: true, session };
      },
    );

    app.get(
      '/api/admin/monitoring',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Returns all figures of the monitoring page.' },
        schema: { querystring: AdminTokenQuery, response: { 200: MonitoringReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request, request.query.token);
        return monitoring();
      },
    );

    app.get(
      '/api/admin/features',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Returns the state of the toggles.' },
        schema: { response: { 200: FeaturesReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return featureFlags.all();
      },
    );

    app.post(
      '/api/admin/monitoring/toggle',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Switches a feature.' },
        onRequest: access.requireEarly,
        schema: { body: ToggleBody, response: { 200: ToggleReply, ...errorReplies } },
      },
      (request) => {
        const { feature, enabled } = request.body;
        return asOperator(deps, request, {
          name: 'toggle',
          subject: `${feature} ${enabled ? 'on' : 'off'}`,
          async run() {
            await switchFeature(deps, feature, enabled);
            return { status: 'success' as const, feature, enabled };
          },
        });
      },
    );
    batchRoutes(deps, app);
    signInRoutes(deps, app);
    done();
  };
}

function batchRoutes(deps: AdminRouteDeps, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  const { access, outageQueue, migration } = deps;

  app.post(
    '/api/admin/db-fallback/sync',
    {
      config: { access: 'operator', tag: 'Admin', summary: 'Applies the journal to the database.' },
      schema: { response: { 200: SyncReply, ...errorReplies } },
    },
    (request) =>
      asOperator(deps, request, {
        name: 'db_fallback_sync',
        subject: null,
        async run() {
          const { synced, remaining } = await outageQueue.sync();
          const message =
            remaining === 0 ? 'Everything that was waiting is in the database.' : 'Some operations are still waiting.';
          return { status: 'success' as const, synced, remaining, message };
        },
      }),
  );

  app.post(
    '/api/admin/cognito/migrate-users',
    {
      config: { access: 'operator', tag: 'Admin', summary: 'Migrates a batch of accounts to the identity service.' },
      onRequest: access.requireEarly,
      schema: { body: MigrateUsersBody, response: { 200: MigrateUsersReply, ...errorReplies } },
    },
    (request) =>
      asOperator(deps, request, {
        name: 'migrate_users',
        subject: ({ migrated, failed }) => `${migrated} migrated, ${failed} failed`,
        async run() {
          const { migrated, failed } = await migration.migrate(request.body.limit);
          const message = failed === 0 ? 'The batch is done.' : 'Some users couldn’t be migrated.';
          return { status: 'success' as const, migrated, failed, message };
        },
      }),
  );

  app.post(
    '/api/admin/cognito/setup-groups',
    {
      config: { access: 'operator', tag: 'Admin', summary: 'Creates the groups at the identity service.' },
      schema: { response: { 200: SetupGroupsReply, ...errorReplies } },
    },
    (request) =>
      asOperator(deps, request, {
        name: 'setup_groups',
        subject: null,
        run: async () => ({ message: await migration.setUpGroups() }),
      }),
  );
}

function signInRoutes(deps: AdminRouteDeps, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  const { access } = deps;

  app.post(
    '/api/admin/sign-in',
    {
      config: { access: 'public', tag: 'Admin', summary: 'Signs in a named operator with a one-time code.' },
      schema: { body: OperatorSignInBody, response: { 200: OperatorSignInReply, ...errorReplies } },
    },
    async (request) => {
      const { name, password, code } = request.body;
      const shown = { name, password: new Secret(password), code: new Secret(code) };
      const session = await access.signIn(request, shown);
      await recordAction(deps, request, {
        action: 'sign_in',
        actor: `operator:${name}`,
        subject: null,
        outcome: 'done',
      });
      return { session };
    },
  );

  app.post(
    '/api/admin/sign-out',
    {
      config: { access: 'operator', tag: 'Admin', summary: 'Ends the session of a named operator.' },
      schema: { response: { 200: DoneReply, ...errorReplies } },
    },
    (request) =>
      asOperator(deps, request, {
        name: 'sign_out',
        subject: null,
        async run() {
          await access.signOut(request);
          return { message: 'You’re logged out.' };
        },
      }),
  );
}
