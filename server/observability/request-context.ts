import { AsyncLocalStorage } from 'node:async_hooks';

/** What a log line about security says of the request that caused it. */
export type RequestContext = {
  /** The request's id, as in its own log line. */
  readonly request: string;
  readonly route: string;
  /** The client under a keyed hash that changes every day: events of one client can be told to belong together. */
  readonly client: string;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** The request that is being worked on; undefined in jobs and loops. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Runs `work`, and whatever follows from it, on behalf of a request. */
export function withRequestContext(context: RequestContext, work: () => void): void {
  storage.run(context, work);
}
