import { randomBytes, randomUUID } from 'node:crypto';

import { operatorName } from '#contract/admin.ts';
import { brand } from '#contract/brand.ts';
import type { Db } from '#server/db/client.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { Secret } from '#server/platform/secret.ts';

import { type AuditEntry, recordAudit } from '../audit.repo.ts';
import { newTotp } from './one-time-code.ts';
import { disableByName, insertOperator, operatorIdOf, replaceSecrets } from './operators.repo.ts';
import type { Passwords } from './sign-in.ts';

export type ManageDeps = {
  readonly db: Db;
  readonly encryptor: Encryptor;
  readonly passwords: Pick<Passwords, 'hash'>;
};

/** The secrets of an operator, shown once and stored nowhere in readable form. */
export type IssuedSecrets = {
  readonly name: string;
  readonly password: Secret;
  /** For an authenticator app, to type in; `totpUri` is the same as a link. */
  readonly totpSecret: Secret;
  readonly totpUri: Secret;
};

/** 144 bits cannot be guessed. */
const passwordBytes = 18;

/**
 * Adds an operator with new secrets.
 * @throws OperatorError for a name that is taken or not allowed
 */
export async function addOperator(deps: ManageDeps, given: string): Promise<IssuedSecrets> {
  const name = readName(given);
  const { issued, secrets } = await newSecrets(deps, name, randomUUID());
  if (!(await insertOperator(deps.db, { ...secrets, name }))) {
    throw new OperatorError(
      `There is an operator "${name}" already.`,
      `For other secrets: npm run operator -- reset ${name}`,
    );
  }
  await recordCommand(deps.db, 'add_operator', name);
  return issued;
}

/**
 * Replaces the secrets of an operator and ends their sessions; a disabled operator may sign in again.
 * @throws OperatorError for an unknown name
 */
export async function resetOperator(deps: ManageDeps, given: string): Promise<IssuedSecrets> {
  const name = readName(given);
  const id = await operatorIdOf(deps.db, name);
  if (id === null) throw unknown(name);
  const { issued, secrets } = await newSecrets(deps, name, id);
  await replaceSecrets(deps.db, secrets);
  await recordCommand(deps.db, 'reset_operator', name);
  return issued;
}

/**
 * Disables an operator from the next call on. The name is kept for the audit.
 * @throws OperatorError for an unknown name
 */
export async function disableOperator({ db }: Pick<ManageDeps, 'db'>, given: string): Promise<string> {
  const name = readName(given);
  if (!(await disableByName(db, name))) throw unknown(name);
  await recordCommand(db, 'disable_operator', name);
  return name;
}

async function newSecrets({ encryptor, passwords }: ManageDeps, name: string, id: string) {
  const password = new Secret(randomBytes(passwordBytes).toString('base64url'));
  const totp = newTotp({ issuer: brand.name, label: name });
  return {
    issued: { name, password, totpSecret: totp.base32, totpUri: totp.uri } satisfies IssuedSecrets,
    secrets: { id, passwordHash: await passwords.hash(password), totpSealed: encryptor.encrypt(totp.bytes, id) },
  };
}

function readName(given: string): string {
  const { data, error } = operatorName.safeParse(given);
  if (data === undefined) throw new OperatorError(error.issues[0]?.message ?? 'This is not a name.');
  return data;
}

function unknown(name: string): OperatorError {
  return new OperatorError(`There is no operator "${name}".`);
}

function recordCommand(db: Db, action: AuditEntry['action'], subject: string): Promise<void> {
  return recordAudit(db, { action, actor: 'command', address: null, subject, outcome: 'done' });
}
