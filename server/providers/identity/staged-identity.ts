import type { Log } from '#server/platform/log.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';

import type { CodeParts } from './code-calls.ts';
import { cognitoIdentity } from './cognito-identity.ts';
import type { MoveParts } from './move-account.ts';
import { ownIdentity } from './own-identity.ts';

export type IdentityStage = 'pre' | 'during' | 'post';

/** Passwords and codes, as the stage has them (decisions, "Identity"). */
export function stagedIdentity(
  parts: CodeParts & MoveParts & { readonly stage: IdentityStage; readonly log: Log },
): IdentityProvider {
  const { stage } = parts;
  return stage === 'pre' ? ownIdentity(parts) : cognitoIdentity({ ...parts, stage });
}
