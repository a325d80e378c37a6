import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import type { Carrier } from './carrier.ts';

const Change = z.strictObject({ country: z.string(), enabled: z.boolean() });

/** The countries that the account may text, read only; Twilio's are at accounts.twilio.com. */
export function addGeoPermissionRoute(app: FastifyInstance, { assets }: Carrier): void {
  app.get<{ Querystring: { CountryCode?: string } }>(
    '/Messaging/GeoPermissions',
    { config: { operation: 'geo_permissions' } },
    async ({ query: { CountryCode: wanted } }) => {
      const listed = [...assets.all('country')].filter(({ id }) => wanted?.split(',').includes(id) ?? true);
      return {
        permissions: listed.map(({ id, prefix, enabled }) => ({
          country_code: id,
          type: 'country',
          enabled,
          prefix,
          message: '',
        })),
      };
    },
  );
}

/** `PUT /sandbox/twilio/geo-permissions`: allows or forbids texts to a listed country. They count for the list only. */
export function addGeoPermissionControl(app: FastifyInstance, { assets }: Carrier): void {
  app.put('/sandbox/twilio/geo-permissions', async (request, reply) => {
    const { country, enabled } = Change.parse(request.body);
    const listed = assets.get('country', country);
    if (listed === undefined) return reply.code(404).send({ message: 'no such country' });
    assets.put('country', { ...listed, enabled });
    assets.flush();
    return assets.get('country', country);
  });
}
