import { z } from 'zod';

const Uuid = z.guid();

/**
 * Whether a string is a UUID as PostgreSQL writes it. Check untrusted strings before comparing them with a key, because
 * PostgreSQL fails on anything else.
 */
export function isUuid(text: string): boolean {
  return Uuid.safeParse(text).success;
}
