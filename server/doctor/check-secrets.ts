import type { Config } from '#server/config/config.ts';

import { advice, type Finding, ok } from './finding.ts';

/** Checks the secrets that a production should set explicitly. */
export function checkSecrets({ isProduction, secrets }: Pick<Config, 'isProduction' | 'secrets'>): Finding[] {
  const isAdminOff = secrets.adminPassword === null && secrets.adminToken === null;
  if (isAdminOff)
    return [advice('Only named operators can open the admin area.', 'Set ADMIN_TOKEN for scripts and outages.')];
  return [ok(isProduction ? 'The secrets are set.' : 'The secrets are set, or were made and lie in DATA_DIR/secrets.')];
}
