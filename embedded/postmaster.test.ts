import { expect, test } from 'vitest';

import { prepareFolder, removeFolder } from './folder.ts';
import { openLog } from './log-file.ts';
import { startPostmaster } from './postmaster.ts';
import { serverSettings } from './settings.ts';
import { emptyFolder } from './test-folder.ts';

test('a server that exits immediately, even before it can be looked at, is an error and not waited for', async () => {
  await using empty = emptyFolder();
  const folder = prepareFolder(empty.folder, true);
  const log = openLog(folder.logFile);
  const { signal } = new AbortController();
  for (let nth = 0; nth < 10; nth += 1) {
    const starting = startPostmaster({ folder, log }, '/bin/false', serverSettings(1, true), signal);
    await expect(starting).rejects.toThrow('PostgreSQL exited while starting');
  }
  log.close();
  removeFolder(empty.folder);
});
