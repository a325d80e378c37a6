/**
 * Takes a screenshot of every page and state, at phone and desktop widths, light and dark, and runs axe on each:
 * `npm run screens -- review [--out=folder] [--widths=390,1280] [--schemes=light] [scene ...]`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { Browser } from 'playwright-core';

import { faultsOf } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { visit } from '../visit.ts';
import { accountScenes } from './account-scenes.ts';
import { adminScenes } from './admin-scenes.ts';
import { badDayScenes } from './bad-day-scenes.ts';
import { entryScenes } from './entry-scenes.ts';
import { publicScenes, type Scene } from './public-scenes.ts';
import { rareScenes } from './rare-scenes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'e2e/screens/results' },
    widths: { type: 'string', default: '320,390,1280' },
    schemes: { type: 'string', default: 'light,dark' },
  },
});
let faults = 0;

/** Takes one screenshot; reports accessibility violations and horizontal overflow. */
async function takeScreenshot(
  browser: Browser,
  scene: Scene,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const name = `${scene.name}-${width}-${colorScheme}`;
  await using opened = await visit(browser, scene.path, {
    ...(scene.calls && { calls: scene.calls }),
    ...(scene.cookies && { cookies: scene.cookies }),
    ...(scene.isWithoutScripts && { javaScriptEnabled: false }),
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme,
  });
  await scene.act?.(opened.page);
  await opened.page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished))');
  // At the top, the sticky header covers neither the middle of a full-page screenshot nor a control, which axe would
  // report as too small a target.
  if (!scene.isWindow) await opened.page.evaluate('scrollTo(0, 0)');
  await opened.page.screenshot({
    path: join(values.out, `${name}.png`),
    // For a picture of the full page, Chromium scrolls to the focused field.
    ...(!scene.isWindow && { fullPage: true, style: 'header { position: static !important }' }),
  });
  // Without JavaScript axe cannot run either; the same markup is checked with it.
  if (scene.isWithoutScripts) return;
  if (scene.isWindow) await opened.page.evaluate('scrollTo(0, 0)');
  for (const fault of await faultsOf(opened.page)) report(name, fault);
}

function report(name: string, fault: string): void {
  faults += 1;
  console.log(`${name}: ${fault}`);
}

await mkdir(values.out, { recursive: true });
const browser = await launchBrowser();
const scenes = [...publicScenes, ...entryScenes, ...accountScenes, ...rareScenes, ...adminScenes, ...badDayScenes];
const selected = scenes.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
for (const scene of selected) {
  for (const width of values.widths.split(',').map(Number)) {
    for (const scheme of values.schemes.split(',')) {
      await takeScreenshot(browser, scene, width, scheme === 'dark' ? 'dark' : 'light').catch((error: unknown) =>
        report(`${scene.name}-${width}-${scheme}`, String(error)),
      );
    }
  }
}
await browser.close();
console.log(`${selected.length} scenes, ${faults} faults. Screenshots are in ${values.out}.`);
process.exitCode = faults > 0 ? 1 : 0;
