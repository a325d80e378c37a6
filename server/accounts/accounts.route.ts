import type { FastifyPluginCallback } from 'fastify';

import { deletionRoutes } from './deletion/deletion.route.ts';
import type { AccountDeps } from './dependencies.ts';
import { emailRoutes } from './email/email.route.ts';
import { exportRoutes } from './export/export.route.ts';
import { homePlaceRoutes } from './home-place/home-place.route.ts';
import { memoryRoutes } from './memory/memory.route.ts';
import { askStatusRoutes } from './phones/ask-status.route.ts';
import { phoneRoutes } from './phones/phones.route.ts';
import { textLanguageRoutes } from './phones/text-language.route.ts';
import { sessionRoutes } from './sign-in/sessions.route.ts';
import { signInRoutes } from './sign-in/sign-in.route.ts';
import { signUpRoutes } from './sign-up/sign-up.route.ts';

/** All routes of docs/reference/specification.md#account-calls and #phone-calls. */
export function accountRoutes(deps: AccountDeps): FastifyPluginCallback {
  return function (app, _options, done) {
    app.register(signUpRoutes(deps));
    app.register(signInRoutes(deps));
    app.register(sessionRoutes(deps));
    app.register(phoneRoutes(deps));
    app.register(askStatusRoutes(deps));
    app.register(textLanguageRoutes(deps));
    app.register(homePlaceRoutes(deps));
    app.register(memoryRoutes(deps));
    app.register(emailRoutes(deps));
    app.register(exportRoutes(deps));
    app.register(deletionRoutes(deps));
    done();
  };
}
