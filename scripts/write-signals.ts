/** `node scripts/write-signals.ts`: writes the files that follow from the list of signals. */
import { writeFileSync } from 'node:fs';

import { inProject } from './lib/project.ts';
import { signalFiles } from './lib/signal-files.ts';

for (const [path, content] of Object.entries(signalFiles())) {
  writeFileSync(inProject(path), content);
  console.log(path);
}
