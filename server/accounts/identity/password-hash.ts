import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

import type { Secret } from '#server/platform/secret.ts';
import { Semaphore } from '#server/platform/semaphore.ts';

import { type PasswordCost, passwordCost } from './password-cost.ts';

const laneCount = 1;
const hashBytes = 32;
const saltBytes = 16;

const derive = promisify(argon2);
const slots = new Semaphore({ atOnce: availableParallelism(), waitingMax: 200 });

export type PasswordHashing = {
  /**
   * Hashes a password or code for storage: argon2id in the PHC string format, which names its own settings.
   * @throws AppError when too many hashes are in progress
   */
  readonly hashPassword: (secret: Secret) => Promise<string>;
  /**
   * Whether a secret matches a stored hash. Takes as long without a hash, so that the time does not reveal whether
   * there is one (docs/reference/security.md#t5).
   * @throws AppError when too many hashes are in progress
   */
  readonly isPasswordHashOf: (stored: string | null, secret: Secret) => Promise<boolean>;
};

/** Hashes at this cost; compares a stored hash at the cost that it names. */
export function passwordHashing({ memoryKib, passes }: PasswordCost): PasswordHashing {
  const settings = { memory: memoryKib, passes, lanes: laneCount };
  /** What a secret is compared with if there is no hash. */
  const placeholder = { ...settings, salt: randomBytes(saltBytes), key: Buffer.alloc(hashBytes) };

  return {
    async hashPassword(secret) {
      const salt = randomBytes(saltBytes);
      const key = await hash(secret, { ...settings, salt });
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${laneCount}$${unpadded(salt)}$${unpadded(key)}`;
    },
    async isPasswordHashOf(stored, secret) {
      const parsed = stored === null ? null : parse(stored);
      const { key, ...asStored } = parsed ?? placeholder;
      const computed = await hash(secret, asStored);
      return parsed !== null && computed.length === key.length && timingSafeEqual(computed, key);
    },
  };
}

/** Hashing at the product's cost. */
export const { hashPassword, isPasswordHashOf } = passwordHashing(passwordCost);

type Settings = { readonly salt: Buffer; readonly memory: number; readonly passes: number; readonly lanes: number };

async function hash(secret: Secret, { salt, memory, passes, lanes }: Settings): Promise<Buffer> {
  // The same password typed on two systems may come composed or decomposed (RFC 8265, 4.2.2).
  const message = secret.reveal().normalize('NFC');
  return slots.run(() =>
    derive('argon2id', { message, nonce: salt, parallelism: lanes, tagLength: hashBytes, memory, passes }),
  );
}

function parse(stored: string): (Settings & { key: Buffer }) | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!match) return null;
  const [, memory, passes, lanes, salt = '', key = ''] = match;
  return {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    key: Buffer.from(key, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
