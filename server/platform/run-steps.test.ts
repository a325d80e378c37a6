import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';

import { runSteps } from './run-steps.ts';

const fail = (code: string) => () => Promise.reject(Object.assign(new Error('secret words'), { code }));

test('every step runs, the first error is thrown, and the later ones are logged with their job', async () => {
  const lines: string[] = [];
  const { log } = createLog('info', { write: (line: string) => void lines.push(line) });
  const ran: string[] = [];
  const steps = [fail('first'), () => void ran.push('second'), fail('third'), () => void ran.push('fourth')];
  await expect(runSteps({ job: 'clean-up', log }, steps)).rejects.toMatchObject({ code: 'first' });
  expect(ran).toEqual(['second', 'fourth']);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ event: 'job_failed', job: 'clean-up', code: 'third' }),
  ]);
});
