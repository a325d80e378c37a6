import type { SettingsReader } from './env-reader.ts';

/** Where traces go, by the standard settings of OpenTelemetry. */
export type TracingSettings = NonNullable<ReturnType<typeof readTracing>>;

const samplers = ['always_on', 'parentbased_always_on', 'traceidratio', 'parentbased_traceidratio'] as const;

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
export function readTracing(read: SettingsReader) {
  const isOn = read.optional('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined;
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318');
  const headers = readHeaders(read);
  const serviceName = read.text('OTEL_SERVICE_NAME', 'askline');
  if (!/^[\w.-]{1,60}$/.test(serviceName)) read.fault('OTEL_SERVICE_NAME must be letters, digits, dots and dashes');
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf'], 'http/protobuf');
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'always_on');
  const share = read.number('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 });
  if (!isOn) return null;
  return {
    endpoint,
    url: `${endpoint}/v1/traces`,
    headers,
    serviceName,
    share: sampler.endsWith('ratio') ? share : 1,
  };
}

/** `name=value` pairs, separated by commas, values percent-encoded (https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables). */
function readHeaders(read: SettingsReader): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of read.list('OTEL_EXPORTER_OTLP_HEADERS', [])) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e ]+)$/.exec(pair) ?? [];
    const decoded = value === undefined ? null : decode(value);
    if (name === undefined || decoded === null) {
      read.fault('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas, values percent-encoded');
      return {};
    }
    headers[name] = decoded;
  }
  return headers;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
