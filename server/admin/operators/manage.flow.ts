import { randomBytes, randomUUID } from 'node:crypto';

import { operatorName } from '#contract/admin.ts';
import { brand } from '#contract/brand.ts';
import type { Db } from '#server/db/client.ts';
import type { Sealer } from '#server/platform/seal.ts';
import { Secret } from '#server/platform/secret.ts';

import { type AuditEntry, noteAudit } from '../audit.repo.ts';
import { newTotp } from './one-time-code.ts';
import { disableByName, insertOperator, operatorIdOf, replaceSecrets } from './operators.repo.ts';
import type { Passwords } from './sign-in.flow.ts';

export type ManageParts = { readonly db: Db; readonly sealer: Sealer; readonly passwords: Pick<Passwords, 'hash'> };

/** What an operator is handed once; afterwards neither is readable anywhere. */
export type Handout = {
  readonly name: string;
  readonly password: Secret;
  /** For an authenticator app: to be typed, and as a link. */
  readonly totpSecret: Secret;
  readonly totpUri: Secret;
};

/** A command that cannot be carried out; the message is for the person at the keyboard. */
export class OperatorCommandError extends Error {}

/** So long that it cannot be guessed: 144 bits. */
const passwordBytes = 18;

/**
 * Adds an operator, with secrets that are made here.
 * @throws OperatorCommandError for a name that is taken or not allowed
 */
export async function addOperator(parts: ManageParts, given: string): Promise<Handout> {
  const name = readName(given);
  const { handout, secrets } = await newSecrets(parts, name, randomUUID());
  if (!(await insertOperator(parts.db, { ...secrets, name }))) {
    throw new OperatorCommandError(
      `There is an operator "${name}" already. For other secrets: npm run operator -- reset ${name}`,
    );
  }
  await note(parts.db, 'add_operator', name);
  return handout;
}

/**
 * Gives an operator other secrets and ends the operator's sessions; a disabled one may sign in again.
 * @throws OperatorCommandError for an unknown name
 */
export async function resetOperator(parts: ManageParts, given: string): Promise<Handout> {
  const name = readName(given);
  const id = await operatorIdOf(parts.db, name);
  if (id === null) throw unknown(name);
  const { handout, secrets } = await newSecrets(parts, name, id);
  await replaceSecrets(parts.db, secrets);
  await note(parts.db, 'reset_operator', name);
  return handout;
}

/**
 * Keeps an operator out from the next call on. The name stays, for the audit.
 * @throws OperatorCommandError for an unknown name
 */
export async function disableOperator({ db }: Pick<ManageParts, 'db'>, given: string): Promise<string> {
  const name = readName(given);
  if (!(await disableByName(db, name))) throw unknown(name);
  await note(db, 'disable_operator', name);
  return name;
}

async function newSecrets({ sealer, passwords }: ManageParts, name: string, id: string) {
  const password = new Secret(randomBytes(passwordBytes).toString('base64url'));
  const totp = newTotp({ issuer: brand.name, label: name });
  return {
    handout: { name, password, totpSecret: totp.base32, totpUri: totp.uri } satisfies Handout,
    secrets: { id, passwordHash: await passwords.hash(password), totpSealed: sealer.seal(totp.bytes, id) },
  };
}

function readName(given: string): string {
  const { data, error } = operatorName.safeParse(given);
  if (data === undefined) throw new OperatorCommandError(error.issues[0]?.message ?? 'This is not a name.');
  return data;
}

function unknown(name: string): OperatorCommandError {
  return new OperatorCommandError(`There is no operator "${name}".`);
}

function note(db: Db, action: AuditEntry['action'], subject: string): Promise<void> {
  return noteAudit(db, { action, actor: 'command', address: null, subject, outcome: 'done' });
}
