import { expect, test } from 'vitest';

import { checkTraces } from './check-traces.ts';

const settings = {
  endpoint: 'http://127.0.0.1:4318',
  url: 'http://127.0.0.1:4318/v1/traces',
  headers: {},
  serviceName: 'askline',
  share: 1,
};

test('a collector that does not accept traces is a finding with the setting to check', async () => {
  const found = async (failure: string | null) => checkTraces(settings, () => Promise.resolve({ failure }));
  expect(await found(null)).toMatchObject([{ kind: 'ok' }]);
  expect(await found('401')).toMatchObject([{ kind: 'fault', act: 'Check OTEL_EXPORTER_OTLP_HEADERS.' }]);
  for (const failure of ['404', 'ECONNREFUSED', 'NO_ANSWER']) {
    expect(await found(failure)).toMatchObject([
      { kind: 'fault', says: expect.stringContaining(failure), act: expect.stringContaining('4318') },
    ]);
  }
});
