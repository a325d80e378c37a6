import { z } from 'zod';

const Uuid = z.guid();

/** Whether PostgreSQL reads this string as a UUID; the keys of accounts are compared as such, by their index. */
export function isUuid(text: string): boolean {
  return Uuid.safeParse(text).success;
}
