import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { ServiceNumbersReply } from '#contract/service-numbers.ts';

/** The numbers that take questions; from the settings, so it answers while the database is away too. */
export function serviceNumberRoutes(serviceNumbers: readonly string[]): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get('/api/service-phone-numbers', { schema: { response: { 200: ServiceNumbersReply } } }, () => ({
      servicePhoneNumbers: [...serviceNumbers],
    }));
    done();
  };
}
