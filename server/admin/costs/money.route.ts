import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { MoneyReply } from '#contract/admin-desk.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AdminAccess } from '../access.ts';
import { type MoneyDeps, readMoney } from './money.ts';

export type MoneyRouteDeps = MoneyDeps & { readonly access: AdminAccess };

/** The operator's money: what comes in, what it costs, and who costs more than they pay. */
export function moneyRoutes({ access, ...deps }: MoneyRouteDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/admin/money',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Returns recurring revenue, costs and margins.' },
        schema: { response: { 200: MoneyReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return readMoney(deps, new Date());
      },
    );
    done();
  };
}
