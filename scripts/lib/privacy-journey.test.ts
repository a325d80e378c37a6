import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { privacyJourney } from '#contract/privacy-journey.ts';

import { inProject } from './project.ts';

test.for(privacyJourney.map((station) => [station.where, station.proof] as const))(
  'what the privacy page says of "%s" is proven by a test that exists',
  ([, { file, test: name }]) => {
    expect(readFileSync(inProject(file), 'utf8')).toContain(`'${name}'`);
  },
);
