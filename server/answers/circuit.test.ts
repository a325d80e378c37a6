import { expect, test } from 'vitest';

import { Circuit } from './circuit.ts';

const rules = { windowMs: 30_000, callsMax: 20, callsMin: 10, failedShare: 0.5, probeEveryMs: 5000 };

function circuitAt(clock: { now: number }): Circuit {
  return new Circuit(rules, () => clock.now);
}

function fail(circuit: Circuit, times: number): void {
  for (let count = 0; count < times; count += 1) circuit.failed();
}

test('a model that fails half the time opens the circuit, although no two failures are consecutive', () => {
  const circuit = circuitAt({ now: 0 });
  for (let count = 0; count < 4; count += 1) {
    circuit.failed();
    circuit.succeeded();
  }
  expect(circuit.isOpen).toBe(false);
  circuit.succeeded();
  circuit.failed();
  expect([circuit.isOpen, circuit.mayCall()]).toEqual([true, false]);
});

test('occasional failures keep it closed, and so do a few failures without other calls', () => {
  const circuit = circuitAt({ now: 0 });
  fail(circuit, 9);
  expect(circuit.isOpen).toBe(false);
  const other = circuitAt({ now: 0 });
  for (let count = 0; count < 40; count += 1) {
    other.succeeded();
    other.succeeded();
    other.failed();
  }
  expect(other.isOpen).toBe(false);
});

test('an hour of good answers does not hide a model that has just become unavailable', () => {
  const circuit = circuitAt({ now: 0 });
  for (let count = 0; count < 1000; count += 1) circuit.succeeded();
  fail(circuit, 10);
  expect(circuit.isOpen).toBe(true);
});

test('old failures do not count', () => {
  const clock = { now: 0 };
  const circuit = circuitAt(clock);
  fail(circuit, 9);
  clock.now = 30_000;
  circuit.failed();
  expect(circuit.isOpen).toBe(false);
});

test('while open it lets a probe through periodically, and a success closes it', () => {
  const clock = { now: 0 };
  const circuit = circuitAt(clock);
  fail(circuit, 10);
  clock.now = 4999;
  expect(circuit.mayCall()).toBe(false);
  clock.now = 5000;
  expect([circuit.mayCall(), circuit.mayCall()]).toEqual([true, false]);
  circuit.failed();
  clock.now = 10_000;
  expect(circuit.mayCall()).toBe(true);
  circuit.succeeded();
  expect([circuit.isOpen, circuit.mayCall(), circuit.mayCall()]).toEqual([false, true, true]);
  fail(circuit, 8);
  expect(circuit.isOpen).toBe(false);
});

test('while open no probe is sent before the time that the other side asked for', () => {
  const clock = { now: 0 };
  const circuit = circuitAt(clock);
  fail(circuit, 9);
  circuit.failed(20_000);
  clock.now = 19_999;
  expect(circuit.mayCall()).toBe(false);
  clock.now = 20_000;
  expect(circuit.mayCall()).toBe(true);
});
