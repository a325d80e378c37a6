import { invalidParameter } from '../errors.ts';

/** The maximum and default number of rows of a page (the model's limit on `Limit`). */
const PAGE = 60;

/**
 * One page of rows.
 * @param token the end of the previous page; it names a row, so that rows added in the meantime are not skipped
 * @throws CognitoError InvalidParameter for an unknown token
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
