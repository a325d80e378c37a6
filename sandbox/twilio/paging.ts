import { TwilioError } from './errors.ts';

/** The requested page of a list. The token names the last message of the previous page. */
export type Page = { readonly number: number; readonly size: number; readonly afterSid: string | undefined };

const PAGE_SIZE = 50;
const PAGE_SIZE_MAX = 1_000;

/** @throws TwilioError 20001 for a page or size out of range */
export function readPage(query: URLSearchParams): Page {
  const size = Number(query.get('PageSize') ?? PAGE_SIZE);
  const number = Number(query.get('Page') ?? 0);
  if (!Number.isInteger(size) || size < 1) throw new TwilioError(20001, 'PageSize');
  if (!Number.isInteger(number) || number < 0) throw new TwilioError(20001, 'Page');
  const token = query.get('PageToken');
  if (number > 0 && token === null) throw new TwilioError(20001, 'Page without PageToken');
  return { number, size: Math.min(size, PAGE_SIZE_MAX), afterSid: token?.replace(/^PA/, '') };
}

/** The paging fields of a list in the 2010 API. Addresses are relative to the host. */
export function describePage(
  path: string,
  query: URLSearchParams,
  { page, count, nextAfter }: { page: Page; count: number; nextAfter: string | undefined },
): object {
  const filters = new URLSearchParams(query);
  for (const name of ['Page', 'PageToken', 'PageSize']) filters.delete(name);
  function address(number: number, token?: string): string {
    const fields = new URLSearchParams(filters);
    fields.set('PageSize', String(page.size));
    fields.set('Page', String(number));
    if (token !== undefined) fields.set('PageToken', token);
    return `${path}?${fields.toString()}`;
  }
  const start = page.number * page.size;
  return {
    page: page.number,
    page_size: page.size,
    start,
    end: count === 0 ? start : start + count - 1,
    uri: `${path}?${query.toString()}`,
    first_page_uri: address(0),
    previous_page_uri: page.number === 0 ? null : address(0),
    next_page_uri: nextAfter === undefined ? null : address(page.number + 1, `PA${nextAfter}`),
  };
}
