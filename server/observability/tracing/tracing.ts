import { createHmac } from 'node:crypto';

import type { SpanFacts, SpanName } from './span-facts.ts';
import {
  type OpenSpan,
  openSpan,
  record,
  runSpan,
  spanAround,
  type SpanPlace,
  type SpanSink,
  type SpanWork,
  unheard,
  withinSpan,
} from './spans.ts';

/**
 * The traces of one process. Each message of the carrier has a trace, whose id is a keyed hash of the message's: the spans
 * of a text come together whichever processes work on it, nothing is stored or handed over for that, and only the holder of
 * the key can tell which message a trace is of. What a caller sends as `traceparent` is read nowhere. Off until `start`:
 * until then everything just runs.
 */
export class Tracing {
  readonly #key: string;
  #sink: SpanSink | null = null;

  /** @param key the same in all processes */
  constructor(key: string) {
    this.#key = key;
  }

  /** From now on spans are recorded. */
  start(sink: SpanSink): void {
    this.#sink = sink;
  }

  /** From now on no span begins. */
  stop(): void {
    this.#sink = null;
  }

  /** Runs `work` as a span of a message's trace, below its first one. */
  async ofMessage<T>(sid: string, name: SpanName, work: SpanWork<T>): Promise<T> {
    const span = this.#open(sid, name);
    return span === null ? work(unheard) : runSpan(span, work);
  }

  /**
   * Runs `work` as the first span of a message's trace if `isFirst` says so of its result; otherwise it is one below the
   * first, which another call recorded, or will.
   */
  async first<T>(sid: string, name: SpanName, work: SpanWork<T>, isFirst: (result: T) => boolean): Promise<T> {
    const later = this.#open(sid, name);
    if (later === null) return work(unheard);
    // What runs within it belongs to the first span, whichever call that is.
    const span: OpenSpan = { ...later, ...this.#firstOf(sid), parentId: null };
    return runSpan(span, work, (result) => {
      const { said, hasFailed } = span;
      record(result !== undefined && isFirst(result) ? span : { ...later, said, hasFailed });
    });
  }

  /** Begins the trace of a message that was just sent, and links it with the span around this call. */
  begin(sid: string, name: SpanName, said: SpanFacts): void {
    const span = this.#open(sid, name);
    if (span === null) return;
    const outer = spanAround();
    const first = this.#firstOf(sid);
    if (outer !== undefined) outer.link = first;
    const link = outer === undefined ? null : { traceId: outer.traceId, spanId: outer.spanId };
    record({ ...span, ...first, parentId: null, said, link });
  }

  /** Runs `work` for a message: what it measures belongs to the message's trace, whatever caused it. */
  within<T>(sid: string, work: () => T): T {
    const span = this.#open(sid, 'text.receive');
    return span === null ? work() : withinSpan({ ...span, ...this.#firstOf(sid) }, work);
  }

  /** Records a span of a message's trace that began `agoMs` ago and ends now. */
  past(sid: string, name: SpanName, agoMs: number, said: SpanFacts): void {
    const span = this.#open(sid, name, Math.max(0, agoMs));
    if (span !== null) record({ ...span, said });
  }

  #open(sid: string, name: SpanName, agoMs = 0): OpenSpan | null {
    const sink = this.#sink;
    if (sink === null) return null;
    const { traceId, spanId } = this.#firstOf(sid);
    return openSpan({ sink, name, traceId, parentId: spanId }, agoMs);
  }

  #firstOf(sid: string): SpanPlace {
    const hash = createHmac('sha256', this.#key).update(`trace ${sid}`).digest('hex');
    return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
  }
}
