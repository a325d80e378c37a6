/**
 * The cookie that says a session may exist. It grants nothing: the session cookie itself is HttpOnly, so scripts cannot
 * read it.
 */
const NAME = 'authenticated';

/** Whether the browser may be signed in; the server decides. */
export function hasSessionHint(cookie: string): boolean {
  return cookie.split('; ').some((pair) => pair.startsWith(`${NAME}=`));
}

/** Deletes the hint, so that the next page does not check the session. */
export function expireSessionHint(): void {
  document.cookie = `${NAME}=; path=/; max-age=0`;
  delete document.documentElement.dataset['auth'];
}
