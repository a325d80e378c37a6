import { watch } from 'node:fs';

import { inProject } from './project.ts';
import type { Service } from './service.ts';

/** Debounce time: editors write a file in several steps and save several files together. */
const SETTLE_MS = 150;

/** Restarts the server or the sandbox when their sources change. Vite sees to the pages (dev-site.ts). */
export function reloadOnChange(running: { server?: Service; sandbox?: Service }, signal: AbortSignal): void {
  onChange(['server'], signal, () => running.server?.restart());
  onChange(['sandbox'], signal, () => running.sandbox?.restart());
  onChange(['contract'], signal, () => running.server?.restart());
}

function onChange(folders: readonly string[], signal: AbortSignal, act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders) {
    watch(inProject(folder), { recursive: true, signal }, (_event, file) => {
      if (file === null || /\.test\.tsx?$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(act, SETTLE_MS);
    });
  }
}
