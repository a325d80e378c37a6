import { z } from 'zod';

const Uuid = z.guid();

/**
 * Whether a string is a UUID as PostgreSQL writes it. Ask before comparing a foreign string with a key: PostgreSQL fails on
 * any other.
 */
export function isUuid(text: string): boolean {
  return Uuid.safeParse(text).success;
}
