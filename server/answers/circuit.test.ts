import { expect, test } from 'vitest';

import { Circuit } from './circuit.ts';

const rules = { failuresMax: 3, windowMs: 30_000, probeEveryMs: 5000 };

test('the circuit opens at the last allowed failure within the window, and not for failures spread out', () => {
  let now = 0;
  const circuit = new Circuit(rules, () => now);
  for (const at of [0, 15_000, 31_000, 46_000]) {
    now = at;
    circuit.failed();
    expect(circuit.mayCall()).toBe(true);
  }
  circuit.failed();
  expect([circuit.isOpen, circuit.mayCall()]).toEqual([true, false]);
});

test('while open it lets one call through now and then, and a success closes it', () => {
  let now = 0;
  const circuit = new Circuit(rules, () => now);
  for (let count = 0; count < 3; count += 1) circuit.failed();
  now = 4999;
  expect(circuit.mayCall()).toBe(false);
  now = 5000;
  expect([circuit.mayCall(), circuit.mayCall()]).toEqual([true, false]);
  circuit.failed();
  now = 10_000;
  expect(circuit.mayCall()).toBe(true);
  circuit.succeeded();
  expect([circuit.isOpen, circuit.mayCall(), circuit.mayCall()]).toEqual([false, true, true]);
});
