import { TOTP, URI } from 'otpauth';

import { addOperator, type Handout } from '#server/admin/operators/manage.flow.ts';
import { operatorPasswords, operatorSealer } from '#server/operator.ts';

import type { TestApp } from './test-app.ts';

/** What managing operators takes, as `npm run operator` has it. */
export function manageParts({ product: { deps } }: TestApp) {
  return { db: deps.db, sealer: operatorSealer(deps.config.secrets), passwords: operatorPasswords };
}

/** What the authenticator app of an operator shows, now or so many steps of 30 seconds later. */
export function codeOfApp({ totpUri }: Handout, steps = 0): string {
  const app = URI.parse(totpUri.reveal());
  if (!(app instanceof TOTP)) throw new TypeError('no time-based code');
  return app.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** An operator with a name of its own, and what to sign in with. */
export async function namedOperator(it: TestApp, name = `op-${crypto.randomUUID().slice(0, 8)}`) {
  const handout = await addOperator(manageParts(it), name);
  return { name, handout, password: handout.password.reveal() };
}
