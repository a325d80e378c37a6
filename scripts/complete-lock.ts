/** `node scripts/complete-lock.ts`, after adding a package: see lib/lock-file.ts for why. */
import { readFileSync, writeFileSync } from 'node:fs';

import { type LockFile, complete, findMissing } from './lib/lock-file.ts';
import { inProject } from './lib/project.ts';

const file = inProject('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
const missing = findMissing(lock);
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(complete(lock), null, 2)}\n`);
console.log(`${missing.length} packages of other platforms added to package-lock.json.`);
