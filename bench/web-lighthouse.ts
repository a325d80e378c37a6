import { createServer, type AddressInfo } from 'node:net';

import lighthouse, { type Flags } from 'lighthouse';

import { launchBrowser } from '../e2e/browser.ts';

/** What is read from a run. Scores go from 0 to 100, times are in milliseconds. */
export type Audit = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
};

/** Lighthouse's phone, on a slow line: computed from one quick load (simulate), or really slowed down (devtools). */
export async function audit(url: string, throttling: 'simulate' | 'devtools', blocked: string[] = []): Promise<Audit> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const flags: Flags = { port, throttlingMethod: throttling, blockedUrlPatterns: blocked, logLevel: 'error' };
    const run = await lighthouse(url, flags);
    if (!run) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits } = run.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
