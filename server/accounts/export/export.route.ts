import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { DataExport, EXPORT_FILE } from '#contract/data-export.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import { AppError } from '#server/platform/errors.ts';

import type { AccountDeps } from '../dependencies.ts';
import { readAccountData } from './export.repo.ts';

/** The route that exports everything stored about an account, as one JSON file. */
export function exportRoutes({ db, sessions, rateLimits, rules, securityLog }: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/user/export',
      {
        config: { access: 'session', tag: 'Account', summary: 'Returns everything that is stored about the account.' },
        schema: { response: { 200: DataExport, ...errorReplies } },
      },
      async (request, reply) => {
        const { userId } = await sessions.requireFresh(request);
        await refuseOverLimit(rateLimits, [[rules.exportPerAccount, userId]]);
        const data = await readAccountData(db, userId);
        if (data === null) throw new AppError('unauthenticated', accountCopy.authenticationRequired);
        securityLog.info({ event: 'data_exported', user: userId }, 'gave an account its data');
        reply.header('content-disposition', `attachment; filename="${EXPORT_FILE}"`);
        return { exportedAt: new Date().toISOString(), ...data };
      },
    );
    done();
  };
}
