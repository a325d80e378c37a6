import type { FastifyRequest } from 'fastify';

import type { Client } from '#server/http/client-address.ts';
import { clientOf } from '#server/http/client.ts';

import { findAccountByEmail, provenAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';

/** The client of a request that names an account by its email. */
export type LoginClient = Client & {
  /** The id of a browser that has proved the account's current password before; null for any other. */
  readonly device: string | null;
};

/** The client of a request about the account with this email. */
export async function loginClientFor(
  { db, devices }: Pick<AccountDeps, 'db' | 'devices'>,
  request: FastifyRequest,
  email: string,
): Promise<LoginClient> {
  const account = await findAccountByEmail(db, email);
  return { ...clientOf(request), device: devices.find(request, account && provenAccount(account)) };
}
