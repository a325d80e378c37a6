/**
 * The protocol between a supervisor and its owners: one JSON value per line, over TCP on loopback (the path of a Unix
 * socket is limited to 107 bytes, and a project's path may be longer). A client is an owner while its connection is open.
 */

/** `supervisor.json`: the supervisor's address, and a secret that proves access to the file. */
export type SupervisorAddress = { readonly pid: number; readonly port: number; readonly token: string };

/** An owner's first line, and its last: `release` stops the database unless it has another owner. */
export type FromOwner = { readonly token: string } | { readonly release: true };

/** After `failed` the supervisor exits; `stopped` and `kept` answer a release. */
export type FromSupervisor =
  | { readonly state: 'preparing' | 'ready' | 'recovering' | 'stopped' | 'kept' }
  | { readonly state: 'failed'; readonly message: string };

/** Maximum length of a line in characters, for both sides. */
export const LINE_CHARS_MAX = 16_384;

/** Exit code of a supervisor that found another one running on the folder; the caller can use that one. */
export const EXIT_LOCKED = 3;
