/** `npm run screens -- readme`: retakes the README's screenshots in docs/images. For use after a visual change. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { openDatabase } from '#embedded/open-database.ts';
import { serviceNumbers, startTestApp } from '#server/testing/test-app.ts';

import { launchBrowser } from '../browser.ts';
import { visit } from '../visit.ts';
import { accountScenes } from './account-scenes.ts';
import { adminScenes } from './admin-scenes.ts';
import { entryScenes } from './entry-scenes.ts';
import { publicScenes, type Scene } from './public-scenes.ts';

const folder = resolve(import.meta.dirname, '../../docs/images');
const desktop = { width: 1120, height: 720 };
const handset = { width: 375, height: 720 };

type Size = { readonly width: number; readonly height: number };

function save(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

/** One of the scenes of review.ts, without its toast. */
async function takeScene(browser: Browser, name: string, scene: Scene | undefined, viewport: Size): Promise<void> {
  if (!scene) throw new Error(`No scene for ${name}`);
  const { path, calls = {}, cookies = [] } = scene;
  await using opened = await visit(browser, path, { calls, cookies, viewport, colorScheme: 'light' });
  await scene.act?.(opened.page);
  await save(opened.page, name);
}

/** A conversation with the real product on the sandbox's phone simulator. */
async function takePhone(browser: Browser, viewport: Size): Promise<void> {
  await using database = await openDatabase({
    folder: resolve(import.meta.dirname, '../../.cache/bench-postgres'),
    lingerMs: 10_000,
  });
  await using app = await startTestApp({ postgresUrl: database.adminUrl() });
  const phone = '+12125550142';
  await app.subscriber(phone);
  await using context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${app.sandboxUrl}/phone?number=${encodeURIComponent(phone)}`);
  // Tall enough to show the whole conversation.
  await page.locator('.screen').first().waitFor();
  await page.evaluate("document.querySelector('.screen').style.height = '36rem'");
  const questions = ['what is 15% of 86.40', 'convert 5 miles to km', 'define serendipity'];
  for (const [index, question] of questions.entries()) {
    await app.text(phone, question, { to: serviceNumbers[0] });
    const replies = await app.finalReplies(phone, index + 1);
    await page
      .getByText(replies.at(-1) ?? '', { exact: true })
      .first()
      .waitFor();
  }
  await save(page, 'phone-simulator');
}

await mkdir(folder, { recursive: true });
await using browser = await launchBrowser();
const sceneNamed = (name: string) =>
  [...publicScenes, ...entryScenes, ...accountScenes, ...adminScenes].find((scene) => scene.name === name);
await takeScene(browser, 'home-desk', sceneNamed('home'), desktop);
await takeScene(browser, 'home-phone', sceneNamed('home'), handset);
await takeScene(browser, 'dashboard', sceneNamed('dashboard'), { ...desktop, height: 860 });
await takeScene(browser, 'admin-overview', sceneNamed('admin-overview'), { ...desktop, height: 1000 });
await takePhone(browser, { width: 1120, height: 1000 });
