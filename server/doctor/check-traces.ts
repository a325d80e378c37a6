import type { TracingSettings } from '#server/config/tracing.ts';

import { fault, type Finding, ok } from './finding.ts';

/**
 * Checks that the collector accepts traces.
 * @param tryExport sends an empty export, and returns the status or Node's code of a failure
 */
export async function checkTraces(
  settings: TracingSettings,
  tryExport: (to: TracingSettings) => Promise<{ readonly failure: string | null }>,
): Promise<Finding[]> {
  const { failure } = await tryExport(settings);
  if (failure === null) return [ok('The collector takes our traces.')];
  if (failure === '401' || failure === '403') {
    return [fault(`The collector refuses our credentials (${failure}).`, 'Check OTEL_EXPORTER_OTLP_HEADERS.')];
  }
  return [
    fault(
      `The collector does not take traces at ${settings.url} (${failure}).`,
      'Check OTEL_EXPORTER_OTLP_ENDPOINT: the address for OTLP over HTTP, mostly port 4318, without /v1/traces.',
    ),
  ];
}
