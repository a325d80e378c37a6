import type { FastifyInstance } from 'fastify';

import type { Vendor } from '../context.ts';
import { refuseInvalid } from '../control-errors.ts';
import { installFaultGate } from '../fault-gate.ts';
import { addAccountRoute, addNumberRoutes } from './account.route.ts';
import { checkCredentials } from './auth.ts';
import { countCalls } from './calls.ts';
import { type Carrier, createCarrier } from './carrier.ts';
import { addControlRoutes } from './control.route.ts';
import { outageBody, toErrorBody, TwilioError } from './errors.ts';
import { addGeoPermissionControl, addGeoPermissionRoute } from './geo-permissions.route.ts';
import { addMessageRoutes } from './messages.route.ts';
import { addPhoneRoutes } from './phones.route.ts';
import { addRegistrationControl, addRegistrationRoutes } from './registrations.route.ts';
import { addServiceRoutes } from './services.route.ts';
import { sid } from './sids.ts';

/** The carrier: its REST API, its webhooks, and the simulated phones. */
export const twilio: Vendor = (context) =>
  async function twilioRoutes(app) {
    const carrier = createCarrier(context);

    await app.register(
      async (api) => {
        configureApi(api, carrier);
        addAccountRoute(api, carrier);
        await api.register(
          async (scope) => {
            addMessageRoutes(scope, carrier);
            addNumberRoutes(scope, carrier);
          },
          { prefix: '/:account' },
        );
      },
      { prefix: '/2010-04-01/Accounts' },
    );

    await app.register(
      async (api) => {
        configureApi(api, carrier);
        addServiceRoutes(api, carrier);
        addRegistrationRoutes(api, carrier);
        addGeoPermissionRoute(api, carrier);
      },
      { prefix: '/v1' },
    );

    await app.register(async (control) => {
      refuseInvalid(control);
      addPhoneRoutes(control, carrier);
      addControlRoutes(control, carrier);
      addRegistrationControl(control, carrier);
      addGeoPermissionControl(control, carrier);
    });
  };

/** Parses forms, answers errors in Twilio's shape, checks credentials, then applies faults. */
function configureApi(app: FastifyInstance, carrier: Carrier): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    const form: Record<string, string[]> = {};
    for (const [name, value] of new URLSearchParams(String(text))) (form[name] ??= []).push(value);
    done(null, form);
  });
  // Twilio ignores any other kind of body: its parameters count as missing.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, {});
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('twilio-request-id', sid('RQ'));
    checkCredentials(request, carrier.account);
    const path = /\/Accounts\/(AC\w+)/.exec(request.url);
    if (path && path[1] !== carrier.account.sid) throw new TwilioError(20003);
  });
  countCalls(app, carrier);
  installFaultGate(app, carrier.context, {
    vendor: 'twilio',
    errorBody: (status) => outageBody(status, carrier.context.faults.of('twilio').code),
  });

  app.setErrorHandler(async (error, _request, reply) => {
    if (!(error instanceof TwilioError)) {
      console.error('sandbox: twilio:', error);
      return reply.code(500).send(outageBody(500));
    }
    if (error.code === 20003) reply.header('www-authenticate', 'Basic realm="Twilio API"');
    return reply.code(error.status).send(toErrorBody(error));
  });
  app.setNotFoundHandler(async (request) => {
    throw new TwilioError(20404, request.url.split('?')[0]);
  });
}
