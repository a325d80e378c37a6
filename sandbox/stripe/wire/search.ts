import { invalid } from './errors.ts';
import { DEFAULT_LIMIT } from './list.ts';

/** `metadata['key']:'value'`, in either kind of quotes. */
const byMetadata = /^metadata\[(['"])([^'"]{1,40})\1\]:(['"])([^'"]{1,500})\3$/;

/**
 * The condition of a search query, of which the sandbox simulates one clause about the metadata. Upper and lower case
 * are the same to Stripe's search.
 * @throws StripeError 400 for any other query
 */
export function metadataMatch(query: string): (metadata: Readonly<Record<string, string>>) => boolean {
  const [, , key = '', , value = ''] = byMetadata.exec(query) ?? [];
  if (key === '') {
    throw invalid(`The sandbox simulates searches of the form metadata['key']:'value' only.`, { param: 'query' });
  }
  return (metadata) => metadata[key]?.toLowerCase() === value.toLowerCase();
}

/** The answer to a search (API reference, "Search"): newest first, and no `total_count` unless asked for. */
type SearchResult<T> = { object: 'search_result'; data: T[]; has_more: boolean; next_page: string | null; url: string };

/**
 * The first page of a search. @param rows oldest first, already filtered
 * @throws StripeError 400 if there is another page, which the sandbox does not simulate
 */
export function searchPage<T>(rows: readonly T[], limit: number | undefined, url: string): SearchResult<T> {
  const data = rows.toReversed();
  if (data.length > (limit ?? DEFAULT_LIMIT)) throw invalid('The sandbox simulates searches with one page only.');
  return { object: 'search_result', data, has_more: false, next_page: null, url };
}
