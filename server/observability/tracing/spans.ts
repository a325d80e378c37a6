import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

import { attributesOf, failureOf, type SpanFacts, type SpanName } from './span-facts.ts';

/** Where a span stands. Ids are lower-case hexadecimal, as OpenTelemetry has them. */
export type SpanPlace = { readonly traceId: string; readonly spanId: string };

/** A span that has ended. */
export type EndedSpan = SpanPlace & {
  readonly name: SpanName;
  /** Null for the first span of a trace. */
  readonly parentId: string | null;
  /** Milliseconds since 1970. */
  readonly beganAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** A span of another trace that this one led to, or came from. */
  readonly link: SpanPlace | null;
  readonly hasFailed: boolean;
};

/** Takes each span as it ends. Never throws, and never makes anyone wait. */
export type SpanSink = (span: EndedSpan) => void;

/** A span that is under way. */
export type OpenSpan = SpanPlace & {
  readonly sink: SpanSink;
  readonly name: SpanName;
  readonly parentId: string | null;
  readonly beganAt: number;
  /** The same by the monotonic clock. */
  readonly beganMs: number;
  said: SpanFacts;
  link: SpanPlace | null;
  hasFailed: boolean;
};

/** Adds to what a span says. */
export type Says = (facts: SpanFacts) => void;
export type SpanWork<T> = (says: Says) => Promise<T>;

const around = new AsyncLocalStorage<OpenSpan>();

/** For work that no span covers. */
export const unheard: Says = () => undefined;

/** The span that the caller runs in; undefined without one, as always while tracing is off. */
export function spanAround(): OpenSpan | undefined {
  return around.getStore();
}

/** Opens a span that began `agoMs` ago. Its clock is that of `outer`, so that a span never ends before one within it. */
export function openSpan(
  { sink, name, traceId, parentId }: Pick<OpenSpan, 'sink' | 'name' | 'traceId' | 'parentId'>,
  agoMs = 0,
  outer?: OpenSpan,
): OpenSpan {
  const beganMs = performance.now() - agoMs;
  const beganAt = outer === undefined ? Date.now() - agoMs : outer.beganAt + beganMs - outer.beganMs;
  const spanId = randomBytes(8).toString('hex');
  return { sink, name, traceId, spanId, parentId, beganAt, beganMs, said: {}, link: null, hasFailed: false };
}

/** Runs `work` as part of a span, without ending it. */
export function withinSpan<T>(span: OpenSpan, work: () => T): T {
  return around.run(span, work);
}

/** Runs `work` as an open span and records it. @param ended records it otherwise; without a result after an error */
export async function runSpan<T>(
  span: OpenSpan,
  work: SpanWork<T>,
  ended: (result: T | undefined) => void = () => record(span),
): Promise<T> {
  let result: T | undefined;
  try {
    result = await around.run(span, () => work(saysOf(span)));
    return result;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    ended(result);
  }
}

/** Runs `work` as a span within the one around it, if there is one. */
export async function inSpan<T>(name: SpanName, work: SpanWork<T>): Promise<T> {
  const outer = around.getStore();
  return outer === undefined ? work(unheard) : runSpan(below(outer, name), work);
}

/** The same for work that is done when it returns. */
export function inSpanNow<T>(name: SpanName, work: (says: Says) => T): T {
  const outer = around.getStore();
  if (outer === undefined) return work(unheard);
  const span = below(outer, name);
  try {
    return work(saysOf(span));
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    record(span);
  }
}

/** Ends a span now. */
export function record({ sink, beganMs, said, ...span }: OpenSpan): void {
  const endedAt = span.beganAt + performance.now() - beganMs;
  sink({ ...span, endedAt, attributes: attributesOf(said) });
}

function below(outer: OpenSpan, name: SpanName): OpenSpan {
  return openSpan({ ...outer, name, parentId: outer.spanId }, 0, outer);
}

function saysOf(span: OpenSpan): Says {
  return (facts) => {
    span.said = { ...span.said, ...facts };
  };
}

/** Never the error's message: it may quote its input. */
function fail(span: OpenSpan, error: unknown): void {
  span.hasFailed = true;
  span.said = { failure: failureOf(error), ...span.said };
}
