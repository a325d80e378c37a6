import { expect } from 'vitest';

import { accountRaces } from '#server/testing/account-races.ts';
import { test } from '#server/testing/shared-app.ts';

test.for(Object.entries(accountRaces))('ten concurrently: %s', async ([, race], { app }) => {
  await expect(race(app, 10)).resolves.toBeUndefined();
});
