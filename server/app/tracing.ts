import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import type { Tracing } from '#server/observability/tracing/tracing.ts';

type Context = {
  readonly tracing: Tracing;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'counter'>;
  /** The name of this process. */
  readonly instance: string;
};

/** The longest that a stopping process waits for the collector. */
const closeMs = 2000;
const noticeEveryMs = 10 * 60_000;

/**
 * Starts exporting traces if a setting names a collector, and loads the packages only then. No text waits for the
 * collector or fails with it.
 */
export async function startTracing(
  { tracing: settings, role, version }: Pick<Config, 'tracing' | 'role' | 'version'>,
  { tracing, log, metrics, instance }: Context,
): Promise<{ stop(): Promise<void> }> {
  if (settings === null) return { stop: () => Promise.resolve() };
  const { openSpanExport } = await import('#server/providers/open-telemetry/span-exporter.ts');
  const lost = metrics.counter('askline_spans_lost', 'Spans that the collector did not take');
  let toldAt = -noticeEveryMs;
  const about = {
    ...(version.commit === null ? {} : { 'service.version': version.commit }),
    'service.instance.id': instance,
    'deployment.environment.name': version.environment,
    'askline.role': role,
  };
  const exporting = openSpanExport({ ...settings, about }, ({ spans, failure }) => {
    if (failure === null) return;
    lost.inc(spans);
    if (performance.now() - toldAt < noticeEveryMs) return;
    toldAt = performance.now();
    log.warn({ event: 'traces_lost', code: failure, count: spans }, 'the collector did not take our traces');
  });
  tracing.start(exporting.sink);
  return {
    async stop() {
      tracing.stop();
      await exporting.close(closeMs);
    },
  };
}
