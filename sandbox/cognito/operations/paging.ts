import { invalidParameter } from '../errors.ts';

/** Rows to a page, at most and unless asked otherwise (the model's limit on `Limit`). */
const PAGE = 60;

/**
 * One page of rows.
 * @param token where the page before ended; it names a row, so that rows added meanwhile are not skipped
 * @throws CognitoError InvalidParameter for a token that was not ours
 */
export function pageOf<T extends { readonly id: string }>(
  all: readonly T[],
  limit: number | undefined,
  token: string | undefined,
) {
  const after = token === undefined ? -1 : all.findIndex(({ id }) => tokenOf(id) === token);
  if (token !== undefined && after === -1) throw invalidParameter('Invalid pagination token.');
  const size = Math.min(limit || PAGE, PAGE);
  const rows = all.slice(after + 1, after + 1 + size);
  const last = rows.at(-1);
  return { rows, next: last && after + 1 + size < all.length ? tokenOf(last.id) : undefined };
}

function tokenOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}
