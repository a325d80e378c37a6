import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { ServiceNumbersReply } from '#contract/service-numbers.ts';

/** Lists the numbers that accept questions; from the settings, so it also works while the database is unavailable. */
export function serviceNumberRoutes(serviceNumbers: readonly string[]): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/service-phone-numbers',
      {
        config: { access: 'public', tag: 'Phone', summary: 'Lists the numbers to text questions to.' },
        schema: { response: { 200: ServiceNumbersReply } },
      },
      () => ({
        servicePhoneNumbers: [...serviceNumbers],
      }),
    );
    done();
  };
}
