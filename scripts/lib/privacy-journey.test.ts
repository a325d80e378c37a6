import { readFileSync } from 'node:fs';

import { expect, test, vi } from 'vitest';

import { defaultBrand } from '#contract/default-brand.ts';
import { privacyJourney } from '#contract/privacy-journey.ts';

import { inProject } from './project.ts';

vi.stubGlobal('installedBrand', { ...defaultBrand, removesCopies: false });
vi.resetModules();
const whereCopiesStay = (await import('#contract/privacy-journey.ts')).privacyJourney;
vi.unstubAllGlobals();
vi.resetModules();

test.for([...privacyJourney, ...whereCopiesStay].map((station) => [station.where, station.proof] as const))(
  'what the privacy page says of "%s" is proven by a test that exists',
  ([, { file, test: name }]) => {
    expect(readFileSync(inProject(file), 'utf8')).toContain(`'${name}'`);
  },
);
