/**
 * The cookie that says a session may exist. It carries no right: the session itself is HttpOnly and out of reach here.
 */
const NAME = 'authenticated';

/** Whether the browser believes it is signed in; the server has the last word. */
export function hasSessionHint(cookie: string): boolean {
  return cookie.split('; ').some((pair) => pair.startsWith(`${NAME}=`));
}

/** Forgets the hint, so that the next page asks nothing. */
export function expireSessionHint(): void {
  document.cookie = `${NAME}=; path=/; max-age=0`;
  delete document.documentElement.dataset['auth'];
}
