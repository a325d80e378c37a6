import { TOTP, URI } from 'otpauth';

import { addOperator, type IssuedSecrets } from '#server/admin/operators/manage.ts';
import { operatorPasswords, operatorEncryptor } from '#server/app/dependencies.ts';

import type { TestApp } from './test-app.ts';

/** The dependencies of `npm run operator`. */
export function manageDeps({ product: { deps } }: TestApp) {
  return { db: deps.db, encryptor: operatorEncryptor(deps.config.secrets), passwords: operatorPasswords };
}

/** The code of an operator's authenticator app, now or `steps` intervals of 30 seconds later. */
export function codeOfApp({ totpUri }: IssuedSecrets, steps = 0): string {
  const app = URI.parse(totpUri.reveal());
  if (!(app instanceof TOTP)) throw new TypeError('no time-based code');
  return app.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A new named operator, with the credentials to sign in. */
export async function namedOperator(app: TestApp, name = `op-${crypto.randomUUID().slice(0, 8)}`) {
  const issued = await addOperator(manageDeps(app), name);
  return { name, issued, password: issued.password.reveal() };
}
