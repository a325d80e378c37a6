import { expect, test } from 'vitest';

import { type Env, SettingsReader } from './env-reader.ts';
import { readTracing } from './tracing.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com/otlp/' };

function readFrom(env: Env) {
  const read = new SettingsReader(env);
  const settings = readTracing(read);
  read.done();
  return settings;
}

test('traces are off without an address; the standard settings turn them on', () => {
  expect(readFrom({ OTEL_SERVICE_NAME: 'askline' })).toBeNull();
  const bare = { endpoint: 'https://traces.example.com/otlp', headers: {}, serviceName: 'askline', share: 1 };
  expect(readFrom(endpoint)).toEqual({ ...bare, url: 'https://traces.example.com/otlp/v1/traces' });
  expect(
    readFrom({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc%2C%20def,x-team = texts',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toMatchObject({ headers: { 'api-key': 'abc, def', 'x-team': 'texts' }, share: 0.25 });
  // By the standard, the number counts only with a sampler that uses it.
  expect(readFrom({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.25' })).toMatchObject({ share: 1 });
});

test('an unusable setting for traces is refused by name, without its value', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_HEADERS: 'only-a-secret',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_SERVICE_NAME: 'two words',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
  };
  for (const [name, value] of Object.entries(wrong)) {
    const faults = (): unknown => readFrom({ ...endpoint, [name]: value });
    expect(faults, name).toThrow(`${name} must be`);
    expect(faults, name).not.toThrow(value);
  }
});
