/** Turns an unknown reply into the shape its caller expects, or throws. A schema of the contract is one. */
export type Reader<T> = { readonly parse: (value: unknown) => T };

/**
 * A call that the server refused. `message` is "{status}: {text}" (spec, section 8); `sentence` is what a person
 * may read, when the server wrote one; `fields` are messages that belong beside form fields.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly sentence: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The reply as it was read, for what only one call refuses with. */
  readonly body: unknown;
  /** Seconds until another try makes sense, where the server said so. */
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

const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the server, or what it depends on, is only away for a moment: asking again later makes sense. */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return awayStatuses.has(error.status);
  // What `fetch` throws when nothing answers.
  return error instanceof TypeError;
}

/** How long to wait before asking again, in milliseconds: what the server said, or a moment; never over half a minute. */
export function awayMs(error: unknown): number {
  const seconds = (error instanceof ApiError ? error.retryAfterSeconds : undefined) ?? 5;
  return Math.min(Math.max(seconds, 2), 30) * 1000;
}

type CallOptions<T> = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  readonly reads: Reader<T>;
  readonly signal?: AbortSignal;
  /** The session check itself: its refusal means "signed out", not "the session ended under your hands". */
  readonly isSessionCheck?: boolean;
  /** Sent as the bearer token: the admin area's calls. */
  readonly bearer?: string;
};

/** The end of a wait that nothing else ends; four files over a slow line need minutes. */
const TIMEOUT_MS = 300_000;

let onSessionEnd: () => void = () => undefined;

/** Registers what happens when a reply says that the session is over. */
export function setSessionEndHandler(handler: () => void): void {
  onSessionEnd = handler;
}

/**
 * Calls the server of this site and reads its JSON.
 * @throws ApiError when it answers with anything but success, UnexpectedReply when the reader does not know the reply,
 * TypeError when it cannot be reached
 */
export async function call<T>(path: string, options: CallOptions<T>): Promise<T> {
  const { method = 'GET', body, reads, signal, isSessionCheck = false, bearer } = options;
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (response.ok) return read(reads, text);
  const error = new ApiError(response, text);
  // The rule of spec section 4, to the letter: the text counts, wherever the number came from.
  if (!isSessionCheck && error.message.includes('401')) onSessionEnd();
  throw error;
}

/** A reply that is none of what was agreed. */
export class UnexpectedReply extends Error {}

function read<T>(reads: Reader<T>, text: string): T {
  try {
    return reads.parse(parseJson(text));
  } catch (error) {
    throw new UnexpectedReply('The server answered in an unexpected way', { cause: error });
  }
}

/** A reader for calls of which only the success matters. What is no JSON is none of our server's (a captive portal's page). */
export const anyReply: Reader<undefined> = {
  parse(value) {
    if (value === undefined) throw new TypeError('Not JSON');
  },
};

/** The value, or undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text property of an unknown value. */
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
