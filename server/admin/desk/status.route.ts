import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { DeskStatus } from '#contract/admin-desk.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AdminAccess } from '../access.ts';
import { readStatus, type StatusDeps } from './status.ts';

export type StatusRouteDeps = StatusDeps & { readonly access: AdminAccess };

/** The strip over all tabs of the admin area. Works without the database. */
export function statusRoutes({ access, ...deps }: StatusRouteDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/admin/status',
      {
        config: {
          access: 'operator',
          tag: 'Admin',
          summary: 'Returns whether texts are answered now, and what needs a person.',
        },
        schema: { response: { 200: DeskStatus, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return readStatus(deps, new Date());
      },
    );
    done();
  };
}
