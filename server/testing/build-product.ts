import { buildServer, builtServer } from '../../scripts/lib/builds.ts';

/** Builds the server as `npm start` does, unless it is built, and prints its path (process-bundle.ts). */
await buildServer(new AbortController().signal);
console.log(builtServer);
