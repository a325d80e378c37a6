import { formatWait } from '../format/format-wait.ts';
import { ApiError, UnexpectedReply } from './call.ts';
import * as copy from './failure-copy.ts';

/** The messages for a failed action; `fields` are messages for form fields. */
export type Failure = {
  readonly title: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
};

export type FailureCopy = {
  /** Title of the toast that repeats the message; empty for no toast. */
  readonly title: string;
  /** What failed, for failures without a message of their own: the specification's phrase if it has one. */
  readonly fallback: string;
};

/** An error whose messages are shown unchanged. */
export class Refused extends Error implements Failure {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ title, message, fields = {} }: Omit<Failure, 'fields'> & Partial<Failure>) {
    super(message);
    this.title = title;
    this.fields = fields;
  }
}

/** Runs a call that submits a code: a refusal with status 400 becomes an error of the field `name`. */
export async function atCodeField<T>(name: string, title: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || error.sentence === undefined) throw error;
    throw new Refused({ title, message: error.sentence, fields: { [name]: error.sentence, ...error.fields } });
  }
}

/** The messages for any error of a call: what happened, and what to do. */
export function failureOf(error: unknown, { title, fallback }: FailureCopy): Failure {
  if (error instanceof Refused) return error;
  return { title, message: messageOf(error, fallback), fields: error instanceof ApiError ? error.fields : {} };
}

/** The server's message with its wait; otherwise `fallback` and the likely reason, with one request to try again. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.sentence !== undefined) return withWait(error.sentence, error);
  const what = /[.!?]$/.test(fallback) ? fallback : `${fallback}.`;
  const reason = reasonOf(error);
  return `${what} ${what.includes('try again') ? reason.replace(copy.tryAgainEnd, '') : reason}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.retryAfterSeconds === undefined ? copy.ourFault : withWait(copy.busy, error);
  }
  if (error instanceof UnexpectedReply) return copy.unreadable;
  if (error instanceof DOMException) return copy.tooLong;
  return copy.unreachable;
}

function withWait(sentence: string, { retryAfterSeconds }: ApiError): string {
  // Some messages already contain the wait.
  if (retryAfterSeconds === undefined || /\bin (a|an|\d+) /.test(sentence)) return sentence;
  return `${sentence} ${copy.tryAgainIn(formatWait(retryAfterSeconds))}`;
}
