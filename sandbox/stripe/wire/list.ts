import type { List } from '../objects/types.ts';
import { missing } from './errors.ts';

type Page = {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
};
type Listed = { readonly id: string; readonly created: number };

/** Rows without a limit (API reference, "Pagination"). */
const LIMIT = 10;

/**
 * One page of rows, newest first.
 * @param rows oldest first, already filtered
 * @throws StripeError resource_missing for a cursor that is not among them
 */
export function listPage<T extends Listed>(rows: Iterable<T>, page: Page, url: string): List<T> {
  const all = [...rows].reverse().sort((a, b) => b.created - a.created);
  const limit = page.limit ?? LIMIT;

  function indexOf(cursor: string, param: string): number {
    const index = all.findIndex(({ id }) => id === cursor);
    if (index === -1) throw missing('object', cursor, param);
    return index;
  }
  if (page.ending_before !== undefined) {
    const end = indexOf(page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = page.starting_after === undefined ? 0 : indexOf(page.starting_after, 'starting_after') + 1;
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}
