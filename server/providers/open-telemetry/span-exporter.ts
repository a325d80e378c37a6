import { type Context, type Link, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

import type { EndedSpan, SpanPlace, SpanSink } from '#server/observability/tracing/spans.ts';

/** Where spans go, and as whose. */
export type ExportSettings = {
  /** The address that takes OTLP over HTTP, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that is exported, from 0 to 1: the same traces in every process. */
  readonly share: number;
  /** Attributes of the process, added to every span. */
  readonly about: Readonly<Record<string, string>>;
};

/** Spans on their way to the collector. */
export type SpanExport = {
  readonly sink: SpanSink;
  /** Sends what is waiting. Ends within `withinMs`, whatever the collector does. */
  close(withinMs: number): Promise<void>;
};

/** How an attempt to hand spans over ended; `failure` is a status or Node's code, null when they were taken. */
export type Handover = { readonly spans: number; readonly failure: string | null };

/** More wait for nothing: they would be dropped with the process. Some 2 MB. */
const queueMax = 2048;
const batchMax = 512;
const batchEveryMs = 2000;
const attemptMs = 5000;

/**
 * Opens the export over OTLP (https://opentelemetry.io/docs/specs/otlp/), binary over HTTP. Spans wait in a bounded queue;
 * more than that, and those that the collector does not take, are dropped. `onHandover` reports each attempt.
 */
export function openSpanExport(settings: ExportSettings, onHandover: (handover: Handover) => void): SpanExport {
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, ...settings.about }),
    sampler: new TraceIdRatioBasedSampler(settings.share),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(exporterOf(settings), onHandover),
        maxQueueSize: queueMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: batchEveryMs,
        exportTimeoutMillis: attemptMs,
      }),
    ],
  });
  const tracer = provider.getTracer('askline');
  return {
    sink(ended) {
      ids.next = ended;
      const { name, beganAt, attributes } = ended;
      const links = ended.link === null ? [] : [linkTo(ended.link)];
      const span = tracer.startSpan(name, { startTime: beganAt, attributes, links }, parentOf(ended));
      if (ended.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(ended.endedAt);
    },
    async close(withinMs) {
      const { promise: isOver, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      await Promise.race([provider.shutdown().catch(() => undefined), isOver]);
      clearTimeout(timer);
    },
  };
}

/** Hands over no span at all, to see whether the collector would take one. */
export async function tryExport(settings: Pick<ExportSettings, 'url' | 'headers'>): Promise<Handover> {
  const exporter = exporterOf(settings);
  try {
    return await new Promise((resolve) => watched(exporter, resolve).export([], () => undefined));
  } finally {
    await exporter.shutdown();
  }
}

/** Ids are given with the span: the packages would make random ones. */
class GivenIds {
  next: SpanPlace = { traceId: '', spanId: '' };
  generateTraceId = (): string => this.next.traceId;
  generateSpanId = (): string => this.next.spanId;
}

function exporterOf({ url, headers }: Pick<ExportSettings, 'url' | 'headers'>): OTLPTraceExporter {
  return new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: attemptMs });
}

/** The exporter, telling of each attempt how it ended. */
function watched(exporter: OTLPTraceExporter, onHandover: (handover: Handover) => void): SpanExporter {
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        onHandover({ spans: spans.length, failure: result.error === undefined ? null : statusOrCodeOf(result.error) });
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Never the message: it may quote the collector's answer. */
function statusOrCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : 'NO_ANSWER';
}

function parentOf({ traceId, parentId }: EndedSpan): Context {
  if (parentId === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, contextOf({ traceId, spanId: parentId }));
}

function linkTo(place: SpanPlace): Link {
  return { context: contextOf(place) };
}

function contextOf({ traceId, spanId }: SpanPlace) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}
