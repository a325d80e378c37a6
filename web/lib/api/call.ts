import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';
import { parseJson } from '#contract/parse-json.ts';

/**
 * Parses an unknown reply into the type that its caller expects, or throws. Every schema of the contract is a reader.
 */
export type Reader<T> = { readonly parse: (value: unknown) => T };

/**
 * A call that the server refused. `message` is "{status}: {text}" (docs/reference/specification.md#errors); `sentence`
 * is the server's message for the user, if any; `fields` are messages for form fields.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly sentence: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed reply, for properties that only one endpoint returns. */
  readonly body: unknown;
  /** Seconds until a retry makes sense, if the server said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, text: string) {
    const body = parseJson(text);
    const sentence = readString(body, 'message');
    super(`${response.status}: ${sentence ?? (text || response.statusText)}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.sentence = sentence;
    this.fields = readFields(body);
    this.body = body;
    const retryAfter = Number(response.headers.get('retry-after'));
    this.retryAfterSeconds = retryAfter > 0 ? retryAfter : undefined;
  }
}

const unavailableStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the server or one of its dependencies is temporarily unavailable, so that a retry makes sense. */
export function isTemporarilyUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return unavailableStatuses.has(error.status);
  // `fetch` throws a TypeError when the server cannot be reached.
  return error instanceof TypeError;
}

/** Milliseconds to wait before a retry: the server's value or a default, between 2 and 30 seconds. */
export function retryDelayMs(error: unknown): number {
  const seconds = (error instanceof ApiError ? error.retryAfterSeconds : undefined) ?? 5;
  return Math.min(Math.max(seconds, 2), 30) * 1000;
}

type CallOptions<T> = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON unless it is a `FormData`. */
  readonly body?: unknown;
  readonly reads: Reader<T>;
  readonly signal?: AbortSignal;
  /** True for the session check itself: its refusal means "signed out", not "the session has just ended". */
  readonly isSessionCheck?: boolean;
  /** Bearer token, for calls of the admin area. */
  readonly bearer?: string;
};

/** Timeout of every call: longer than a form with files may take to come in (server/http/body-time.ts). */
const TIMEOUT_MS = 180_000;

/** `isOtherAccount`: another tab has signed in to another account, so there is a session, but not this page's. */
type SessionEndHandler = (isOtherAccount: boolean) => void;

let onSessionEnd: SessionEndHandler = () => undefined;

/** Registers the handler for replies that say that the session has ended. */
export function setSessionEndHandler(handler: SessionEndHandler): void {
  onSessionEnd = handler;
}

let shownUserId: string | undefined;

/**
 * Sets the account that the page shows: from now on, calls act on that one or are refused. Undefined for
 * none. @returns the account before
 */
export function setShownUser(id: string | undefined): string | undefined {
  const before = shownUserId;
  shownUserId = id;
  return before;
}

/** The account that the page shows; undefined for none. */
export function shownUser(): string | undefined {
  return shownUserId;
}

declare global {
  /** The replies that were requested before the page's code was loaded (scripts/build-web/inline-script.ts), by path. */
  var earlyReplies: Record<string, Promise<Response>> | undefined;
}

/** Drops the early replies that no call has read: they belong to the person who was signed in when the page was opened. */
export function forgetEarlyReplies(): void {
  globalThis.earlyReplies = {};
}

/**
 * Calls this site's server and reads its JSON.
 * @throws ApiError if the server refuses, UnexpectedReply if the reader rejects the reply, TypeError if the server
 * cannot be reached
 */
export async function call<T>(path: string, options: CallOptions<T>): Promise<T> {
  const { method = 'GET', body, reads, signal, isSessionCheck = false, bearer } = options;
  const isForm = body instanceof FormData;
  const { earlyReplies } = globalThis;
  const early = method === 'GET' && earlyReplies?.[path];
  // Once: the next call wants to know what is true by then.
  delete earlyReplies?.[path];
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(shownUserId && !isSessionCheck && { [EXPECTED_USER_HEADER]: shownUserId }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
  };
  const response = await (early || fetch(path, request));
  const text = await response.text();
  // An early reply cannot be canceled, but nothing waits for it any more: it ends no session.
  signal?.throwIfAborted();
  if (response.ok) return read(reads, text);
  const error = new ApiError(response, text);
  // The exact rule of docs/reference/specification.md#session: the message text decides, wherever the number came from.
  if (!isSessionCheck && error.message.includes('401')) {
    onSessionEnd(readString(error.body, 'code') === 'other_account');
  }
  throw error;
}

/** A reply that does not match the contract. */
export class UnexpectedReply extends Error {}

function read<T>(reads: Reader<T>, text: string): T {
  try {
    return reads.parse(parseJson(text));
  } catch (error) {
    throw new UnexpectedReply('The server answered in an unexpected way', { cause: error });
  }
}

/**
 * A reader for calls whose reply content does not matter. A reply that is not JSON is not from our server (a captive
 * portal's page, for example).
 */
export const anyReply: Reader<undefined> = {
  parse(value) {
    if (value === undefined) throw new TypeError('Not JSON');
  },
};

/** A non-empty string property of an unknown value. */
export function readString(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = (value as Record<string, unknown>)[key];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function readFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || !('fields' in body)) return {};
  const { fields } = body;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
