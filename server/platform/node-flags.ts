/**
 * How Node is started for the server, here and in `deploy/`. V8's young generation, in MB: its default of 16 MB is three
 * times that in memory, which an idle server never gives back.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4'];
