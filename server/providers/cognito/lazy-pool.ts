import type { IdentityPool } from '#server/providers/ports/identity-pool.ts';

import type { PoolOptions } from './pool-client.ts';

/** The pool of Cognito; the AWS SDK (10 MB, 50 ms) is loaded with the first call, which most installations never make. */
export function lazyCognitoPool(options: PoolOptions): IdentityPool {
  let opening: Promise<IdentityPool> | undefined;
  const pool = (): Promise<IdentityPool> =>
    (opening ??= import('./identity-pool.ts').then(({ cognitoPool }) => cognitoPool(options)));
  return {
    create: async (details) => (await pool()).create(details),
    find: async (name) => (await pool()).find(name),
    findOwnedBy: async (ownerId) => (await pool()).findOwnedBy(ownerId),
    update: async (id, details) => (await pool()).update(id, details),
    remove: async (id) => (await pool()).remove(id),
    createGroup: async (name, description) => (await pool()).createGroup(name, description),
    addToGroup: async (id, group) => (await pool()).addToGroup(id, group),
    setPassword: async (id, password) => (await pool()).setPassword(id, password),
    checkPassword: async (id, password) => (await pool()).checkPassword(id, password),
  };
}
