import type { FastifyInstance } from 'fastify';

import type { Vendor } from '../context.ts';
import { refuseInWords } from '../control-errors.ts';
import { installFaultGate } from '../fault-gate.ts';
import { addAccountRoute, addNumberRoutes } from './account.route.ts';
import { checkCredentials } from './auth.ts';
import { countCalls } from './calls.ts';
import { type Carrier, createCarrier } from './carrier.ts';
import { addControlRoutes } from './control.route.ts';
import { outageBody, toErrorBody, TwilioError } from './errors.ts';
import { receiveForeignText } from './foreign-text.ts';
import { addMediaRoutes } from './media.route.ts';
import { addMessageRoutes } from './messages.route.ts';
import { addPhoneRoutes } from './phones.route.ts';
import { addServiceRoutes } from './services.route.ts';
import { sid } from './sids.ts';

/** The carrier: its REST API, its webhooks, and the phones at its other end. */
export const twilio: Vendor = (context) =>
  async function twilioRoutes(app) {
    const carrier = createCarrier(context);
    context.outside.text = (text) => receiveForeignText(carrier, text);

    await app.register(
      async (api) => {
        speakTwilio(api, carrier);
        addAccountRoute(api, carrier);
        await api.register(
          async (scope) => {
            addMessageRoutes(scope, carrier);
            addMediaRoutes(scope, carrier);
            addNumberRoutes(scope, carrier);
          },
          { prefix: '/:account' },
        );
      },
      { prefix: '/2010-04-01/Accounts' },
    );

    await app.register(
      async (api) => {
        speakTwilio(api, carrier);
        addServiceRoutes(api, carrier);
      },
      { prefix: '/v1' },
    );

    await app.register(async (control) => {
      refuseInWords(control);
      addPhoneRoutes(control, carrier);
      addControlRoutes(control, carrier);
    });
  };

/** Form bodies in, Twilio's own errors out, credentials checked first, faults after. */
function speakTwilio(app: FastifyInstance, carrier: Carrier): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    const form: Record<string, string[]> = {};
    for (const [name, value] of new URLSearchParams(String(text))) (form[name] ??= []).push(value);
    done(null, form);
  });
  // Twilio reads no other kind of body: parameters sent otherwise are simply missing.
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
