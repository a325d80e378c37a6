import { ApiError, UnexpectedReply } from './api.ts';
import { formatWait } from './format-wait.ts';

/** What is said about something that did not work: `fields` are messages that belong beside fields of the form. */
export type Failure = {
  readonly title: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
};

export type FailureWords = {
  /** Of the toast that repeats the message; empty for none. */
  readonly title: string;
  /** What did not work, for a failure without words of its own: the specification's phrase where there is one. */
  readonly fallback: string;
};

/** Thrown where the words are known already: shown as they are. */
export class Refused extends Error implements Failure {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ title, message, fields = {} }: Omit<Failure, 'fields'> & Partial<Failure>) {
    super(message);
    this.title = title;
    this.fields = fields;
  }
}

/** Runs a call that hands in a code: a code that is refused (400) is the fault of the field `name`. */
export async function atCodeField<T>(name: string, title: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || error.sentence === undefined) throw error;
    throw new Refused({ title, message: error.sentence, fields: { [name]: error.sentence, ...error.fields } });
  }
}

/** The words for any error of a call: what happened, and what to do. */
export function failureOf(error: unknown, { title, fallback }: FailureWords): Failure {
  if (error instanceof Refused) return error;
  return { title, message: wordsOf(error, fallback), fields: error instanceof ApiError ? error.fields : {} };
}

/** The server's own sentence with the wait that it asks for; otherwise `fallback`, and why as far as we can tell. */
export function wordsOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.sentence !== undefined) return withWait(error.sentence, error);
  const what = /[.!?]$/.test(fallback) ? fallback : `${fallback}.`;
  return `${what} ${reasonOf(error)}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.retryAfterSeconds === undefined
      ? 'Something went wrong on our side. Nothing you typed is lost.'
      : withWait('We’re busy right now, and nothing you typed is lost.', error);
  }
  if (error instanceof UnexpectedReply) return 'We got a reply we couldn’t read, so we can’t tell whether it worked.';
  if (error instanceof DOMException) return 'Our server took too long to answer. Nothing you typed is lost.';
  return 'We couldn’t reach our server. Check your connection. Nothing you typed is lost.';
}

function withWait(sentence: string, { retryAfterSeconds }: ApiError): string {
  // Some sentences say it themselves.
  if (retryAfterSeconds === undefined || /\bin (a|an|\d+) /.test(sentence)) return sentence;
  return `${sentence} You can try again in ${formatWait(retryAfterSeconds)}.`;
}
