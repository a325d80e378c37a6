import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isProved } from './proof.mjs';

/** A folder with the files of an installation. */
function installation() {
  const root = mkdtempSync(join(tmpdir(), 'askline-proof-'));
  for (const folder of ['scripts/bootstrap', 'node_modules/node/bin', 'node_modules/@scope/one', 'node_modules/two']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  const files = ['package-lock.json', 'scripts/bootstrap/node-pins.json', 'node_modules/.package-lock.json'];
  for (const file of [...files, 'node_modules/node/bin/node']) writeFileSync(join(root, file), file);
  let proofs = 0;
  return {
    root,
    /** @returns whether it is proved, and how many proofs that took so far */
    check: (isGood = true): readonly [boolean, number] => {
      const isThere = isProved(root, () => {
        proofs += 1;
        return isGood;
      });
      return [isThere, proofs];
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
}

test('an installation is proved once, and again after each change', () => {
  using fixture = installation();
  expect([fixture.check(), fixture.check()]).toEqual([
    [true, 1],
    [true, 1],
  ]);
  writeFileSync(join(fixture.root, 'package-lock.json'), 'another version');
  expect([fixture.check(), fixture.check()]).toEqual([
    [true, 2],
    [true, 2],
  ]);
  rmSync(join(fixture.root, 'node_modules/two'), { recursive: true });
  expect(fixture.check()).toEqual([true, 3]);
  rmSync(join(fixture.root, 'node_modules/@scope/one'), { recursive: true });
  expect(fixture.check()).toEqual([true, 4]);
});

test('a failed proof is repeated', () => {
  using fixture = installation();
  expect([fixture.check(false), fixture.check(false), fixture.check(), fixture.check()]).toEqual([
    [false, 1],
    [false, 2],
    [true, 3],
    [true, 3],
  ]);
});

test('without packages there is nothing to record', () => {
  using fixture = installation();
  rmSync(join(fixture.root, 'node_modules'), { recursive: true });
  expect([fixture.check(false), fixture.check(false)]).toEqual([
    [false, 1],
    [false, 2],
  ]);
});
