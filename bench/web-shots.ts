/**
 * Takes pictures of every page: phone and desk, light and dark. `node bench/web-shots.ts [folder] [path ...]`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { launchBrowser } from '../e2e/browser.ts';
import { startStaticSite } from '../e2e/static-site.ts';

const [folder = 'bench/results/shots', ...only] = process.argv.slice(2);
const widths = (process.env['WIDTHS'] ?? '320,390,1280').split(',').map(Number);
const schemes = (process.env['SCHEMES'] ?? 'light,dark').split(',') as ('light' | 'dark')[];
const paths = [
  '/',
  '/faq',
  '/terms',
  '/privacy',
  '/about-us',
  '/contact',
  '/signup',
  '/login',
  '/forgot-password',
  '/nowhere',
];

await mkdir(folder, { recursive: true });
await using site = await startStaticSite({
  'GET /api/version': () => ({ json: { version: '1.0.0', environment: 'development', deployedTime: null } }),
});
const browser = await launchBrowser();
for (const colorScheme of schemes) {
  for (const width of widths) {
    const context = await browser.newContext({ viewport: { width, height: width < 600 ? 780 : 900 }, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() !== 'log') console.log(`[${message.type()}] ${message.text()}`);
    });
    page.on('pageerror', (error) => console.log(`[error] ${error.message}`));
    for (const path of only.length > 0 ? only : paths) {
      await page.goto(site.url + path);
      await page.waitForSelector('html[data-hydrated]');
      await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished))');
      const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
      if (overflow > 0) console.log(`${path} at ${width}: ${overflow} px too wide`);
      const name = `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
    }
    await context.close();
  }
}
await browser.close();
