/**
 * The talk between a supervisor and its owners: one JSON value per line, over TCP on loopback (a socket file's path may
 * be at most 107 bytes long, and a project may lie deeper). An open connection is what makes an owner.
 */

/** `supervisor.json`: where to find the supervisor, and the secret that shows one may read that file. */
export type SupervisorAddress = { readonly pid: number; readonly port: number; readonly token: string };

/** First line of an owner, and its last: `release` asks to stop the database unless someone else still owns it. */
export type FromOwner = { readonly token: string } | { readonly release: true };

/** `failed` is followed by the end; `stopped` and `kept` answer a release. */
export type FromSupervisor =
  | { readonly state: 'preparing' | 'ready' | 'recovering' | 'stopped' | 'kept' }
  | { readonly state: 'failed'; readonly message: string };

/** Longest line either side accepts, in characters. */
export const LINE_CHARS_MAX = 16_384;

/** Exit code of a supervisor that found another one on the folder: whoever started it can use that one. */
export const EXIT_LOCKED = 3;
