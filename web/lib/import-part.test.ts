import { expect, test } from 'vitest';

import { importPart } from './import-part.ts';

/** Fails as Firefox does for a script that it could not fetch. */
function failsInFirefox(address: string): () => Promise<never> {
  return () => Promise.reject(new TypeError(`error loading dynamically imported module: ${address}`));
}

test('what Firefox could not load is imported under another address, once', async () => {
  const load = failsInFirefox('data:text/javascript,export const name = "step" //');
  const part = await importPart(load);
  expect(part).toMatchObject({ name: 'step' });
  expect(await importPart(load)).toBe(part);
});

test('a part that cannot be loaded under another address either is asked for again at the next call', async () => {
  const tries = 'globalThis.triesOfPart';
  const load = failsInFirefox(
    `data:text/javascript,${tries} = (${tries} ?? 0) + 1; if (${tries} === 1) throw Error("offline"); export const tries = ${tries} //`,
  );
  await expect(importPart(load)).rejects.toThrow('offline');
  await expect.poll(() => importPart(load).catch(() => null)).toMatchObject({ tries: 2 });
});

test('any other failure is passed on as it is', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/part.js');
  await expect(importPart(() => Promise.reject(failure))).rejects.toBe(failure);
});

test('a part that loads is what was loaded', async () => {
  const part = { name: 'step' };
  expect(await importPart(() => Promise.resolve(part))).toBe(part);
});
