import type { List } from '../objects/types.ts';
import { missing } from './errors.ts';

type Page = { readonly limit?: number | undefined; readonly starting_after?: string | undefined };
type Listed = { readonly id: string; readonly created: number };

/** Rows per page without a limit (API reference, "Pagination"). */
export const DEFAULT_LIMIT = 10;

/**
 * One page of rows, newest first.
 * @param rows oldest first, already filtered
 * @throws StripeError resource_missing for a cursor that is not among them
 */
export function listPage<T extends Listed>(rows: Iterable<T>, page: Page, url: string): List<T> {
  const all = [...rows].reverse().sort((a, b) => b.created - a.created);
  const limit = page.limit ?? DEFAULT_LIMIT;
  const start = page.starting_after === undefined ? 0 : indexOf(all, page.starting_after) + 1;
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}

function indexOf(rows: readonly Listed[], cursor: string): number {
  const index = rows.findIndex(({ id }) => id === cursor);
  if (index === -1) throw missing('object', cursor, 'starting_after');
  return index;
}
