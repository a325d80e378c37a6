import { expect, test } from 'vitest';

import { versionLabel } from './version-label.ts';

test('the label strips a leading v and says prod only in production', () => {
  expect(versionLabel({ version: 'v1.2.3', environment: 'production' })).toBe('1.2.3-prod');
  expect(versionLabel({ version: '1.2.3', environment: 'development' })).toBe('1.2.3-dev');
  expect(versionLabel({ version: '1.2.3', environment: 'staging' })).toBe('1.2.3-dev');
});
