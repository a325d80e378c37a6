import type { Log } from '#server/observability/log.ts';

import type { MigrateAccountDeps } from '../identity-migration/migrate-account.ts';
import { cognitoIdentity } from './cognito-identity.ts';
import type { CodeDeps } from './identity-codes.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { localIdentity } from './local-identity.ts';
import type { PoolAttemptDeps } from './pool-attempts.ts';

export type IdentityStage = 'pre' | 'during' | 'post';

/** The identity provider of the stage (docs/reference/decisions.md#identity). */
export function identityForStage(
  deps: CodeDeps & PoolAttemptDeps & MigrateAccountDeps & { readonly stage: IdentityStage; readonly log: Log },
): IdentityProvider {
  const { stage } = deps;
  return stage === 'pre' ? localIdentity(deps) : cognitoIdentity({ ...deps, stage });
}
