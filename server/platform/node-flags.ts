/**
 * Node's flags for the server, here and in `deploy/`. A semi-space of V8 counts three times in memory, and an idle
 * server never returns it, so 4 MB replace the default of 16.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4'];
