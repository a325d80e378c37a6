import { watch } from 'node:fs';

import { buildWeb } from './builds.ts';
import { inProject } from './project.ts';
import type { Service } from './service.ts';

/** Debounce time: editors write a file in several steps and save several files together. */
const SETTLE_MS = 150;

/** Restarts the server or the sandbox, or rebuilds the site, when their sources change. */
export function reloadOnChange(running: { server?: Service; sandbox?: Service }, signal: AbortSignal): void {
  async function rebuild(): Promise<void> {
    try {
      await buildWeb(signal);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  onChange(['server'], signal, () => running.server?.restart());
  onChange(['sandbox'], signal, () => running.sandbox?.restart());
  onChange(['web'], signal, () => void rebuild());
  onChange(['contract'], signal, () => {
    running.server?.restart();
    void rebuild();
  });
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
