import { workerData } from 'node:worker_threads';

import type { PagesToWrite } from './write-pages.ts';

/**
 * The thread that writes the pages of one brand, built into `dist/web/render/worker.js`. A thread has modules of its own:
 * here they are loaded with that brand, whatever the process runs under.
 */
const pages = workerData as PagesToWrite;
globalThis.installedBrand = pages.brand;
const { writePages } = await import('./write-pages.ts');
await writePages(pages);
