/**
 * Takes pictures of every page and state, phone and desk, light and dark, and lets axe look at each:
 * `node bench/web-shots.ts [--out=folder] [--widths=390,1280] [--schemes=light] [scene ...]`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { Browser } from 'playwright-core';

import { faultsOf } from '../e2e/axe.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { visit } from '../e2e/visit.ts';
import { adminScenes } from './web-scenes-admin.ts';
import { privateScenes } from './web-scenes-private.ts';
import { scenes as publicScenes, type Scene } from './web-scenes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'bench/results/shots' },
    widths: { type: 'string', default: '320,390,1280' },
    schemes: { type: 'string', default: 'light,dark' },
  },
});
let faults = 0;

/** One picture. Says what axe finds and whether the page is wider than its window. */
async function shoot(browser: Browser, scene: Scene, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const name = `${scene.name}-${width}-${colorScheme}`;
  await using it = await visit(browser, scene.path, {
    ...(scene.calls && { calls: scene.calls }),
    ...(scene.cookies && { cookies: scene.cookies }),
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme,
  });
  await scene.act?.(it.page);
  await it.page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished))');
  await it.page.screenshot({ path: join(values.out, `${name}.png`), fullPage: !scene.isWindow });
  for (const fault of await faultsOf(it.page)) complain(name, fault);
}

function complain(name: string, fault: string): void {
  faults += 1;
  console.log(`${name}: ${fault}`);
}

await mkdir(values.out, { recursive: true });
const browser = await launchBrowser();
const scenes = [...publicScenes, ...privateScenes, ...adminScenes];
const wanted = scenes.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
for (const scene of wanted) {
  for (const width of values.widths.split(',').map(Number)) {
    for (const scheme of values.schemes.split(',')) {
      await shoot(browser, scene, width, scheme === 'dark' ? 'dark' : 'light').catch((error: unknown) =>
        complain(`${scene.name}-${width}-${scheme}`, String(error)),
      );
    }
  }
}
await browser.close();
console.log(`${wanted.length} scenes, ${faults} faults. Pictures are in ${values.out}.`);
process.exitCode = faults > 0 ? 1 : 0;
