import type { FastifyPluginCallback } from 'fastify';

import { deletionRoutes } from './deletion/deletion.route.ts';
import { emailRoutes } from './email/email.route.ts';
import type { AccountParts } from './parts.flow.ts';
import { phoneRoutes } from './phones/phones.route.ts';
import { sessionRoutes } from './sign-in/sessions.route.ts';
import { signInRoutes } from './sign-in/sign-in.route.ts';
import { signUpRoutes } from './sign-up/sign-up.route.ts';

/** Every call of spec section 7, "Auth and account" and "Phone". */
export function accountRoutes(parts: AccountParts): FastifyPluginCallback {
  return function (app, _options, done) {
    app.register(signUpRoutes(parts));
    app.register(signInRoutes(parts));
    app.register(sessionRoutes(parts));
    app.register(phoneRoutes(parts));
    app.register(emailRoutes(parts));
    app.register(deletionRoutes(parts));
    done();
  };
}
