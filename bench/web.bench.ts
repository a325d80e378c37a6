import { accountCalls } from '../e2e/account-calls.ts';
import { startStaticSite } from '../e2e/static-site.ts';
import { quietCalls } from '../e2e/visit.ts';
import type { Bench, Measure } from './measure.ts';
import { measureBytes } from './web-bytes.ts';
import { audit, type Audit } from './web-lighthouse.ts';

/** Pages with everything at its best for search engines and screen readers. */
const publicPages = ['/', '/signup', '/login', '/faq'];

/** Bytes of every page, and Lighthouse's mobile scores of those that people meet first. */
export const bench: Bench = async () => {
  await using site = await startStaticSite({ ...quietCalls, ...accountCalls });
  const measures = await measureBytes();
  for (const path of publicPages) {
    const { performance, accessibility, bestPractices, seo, cls } = await bestOf(3, () =>
      audit(site.url + path, 'simulate'),
    );
    measures.push(
      { what: `${path} performance`, value: performance, unit: 'of 100', atLeast: 99 },
      { what: `${path} accessibility`, value: accessibility, unit: 'of 100', atLeast: 100 },
      { what: `${path} best practices`, value: bestPractices, unit: 'of 100', atLeast: 100 },
      { what: `${path} seo`, value: seo, unit: 'of 100', atLeast: 100 },
      { what: `${path} layout shift`, value: cls, unit: 'CLS', atMost: 0.03 },
    );
  }
  const dashboard = await bestOf(3, () => audit(`${site.url}/dashboard`, 'simulate', { isSignedIn: true }));
  measures.push(
    { what: '/dashboard performance', value: dashboard.performance, unit: 'of 100', atLeast: 97 },
    { what: '/dashboard accessibility', value: dashboard.accessibility, unit: 'of 100', atLeast: 100 },
    { what: '/dashboard layout shift', value: dashboard.cls, unit: 'CLS', atMost: 0.03 },
  );
  return [...measures, ...(await measureSlowPhone(site.url))];
};

/** The run with the best score: whatever else the machine does can only make one worse. */
async function bestOf(runs: number, once: () => Promise<Audit>): Promise<Audit> {
  let best = await once();
  for (let run = 1; run < runs && best.performance < 100; run += 1) {
    const next = await once();
    if (next.performance > best.performance) best = next;
  }
  return best;
}

/**
 * The front page on a phone that is really slowed down, beside the same page without its scripts: on a busy machine
 * only the ratio of the two says something.
 */
async function measureSlowPhone(url: string): Promise<Measure[]> {
  const bare = await audit(url, 'devtools', { blocked: ['*/assets/*.js'] });
  const full = await audit(url, 'devtools');
  return [
    { what: '/ slow phone, largest paint', value: full.lcpMs, unit: 'ms' },
    { what: '/ slow phone, blocking time', value: full.tbtMs, unit: 'ms' },
    { what: '/ slow phone, paint against no scripts', value: full.lcpMs / bare.lcpMs, unit: 'x', atMost: 1.4 },
  ];
}
