import { accountCalls } from '../e2e/account-calls.ts';
import { startStaticSite } from '../e2e/static-site.ts';
import { quietCalls } from '../e2e/visit.ts';
import type { Bench, Measure } from './measure.ts';
import { measureBytes } from './web-bytes.ts';
import { auditOnPhone, auditSlowed, type PhoneAudit } from './web-lighthouse.ts';

/** Pages that must have full scores for search engines and screen readers. */
const publicPages = ['/', '/signup', '/login', '/faq'];

/** The size of every page, and Lighthouse's mobile scores of the main entry pages. */
export const bench: Bench = async () => {
  await using site = await startStaticSite({ ...quietCalls, ...accountCalls });
  const measures = await measureBytes();
  for (const path of publicPages) {
    const best = await bestOf(3, () => auditOnPhone(site.url + path));
    measures.push(
      ...performanceOf(path, best, 99),
      { what: `${path} accessibility`, value: best.accessibility, unit: 'of 100', atLeast: 100 },
      { what: `${path} best practices`, value: best.bestPractices, unit: 'of 100', atLeast: 100 },
      { what: `${path} seo`, value: best.seo, unit: 'of 100', atLeast: 100 },
      { what: `${path} layout shift`, value: best.cls, unit: 'CLS', atMost: 0.03 },
    );
  }
  const dashboard = await bestOf(3, () => auditOnPhone(`${site.url}/dashboard`, { isSignedIn: true }));
  measures.push(
    ...performanceOf('/dashboard', dashboard, 97),
    { what: '/dashboard accessibility', value: dashboard.accessibility, unit: 'of 100', atLeast: 100 },
    { what: '/dashboard layout shift', value: dashboard.cls, unit: 'CLS', atMost: 0.03 },
  );
  return [...measures, ...(await measureSlowPhone(site.url, dashboard.slowdown))];
};

/** The score on the simulated phone, its calibration, and the score without calibration. */
function performanceOf(path: string, audit: PhoneAudit, atLeast: number): Measure[] {
  return [
    { what: `${path} performance`, value: audit.performance, unit: 'of 100', atLeast },
    { what: `${path} performance, machine`, value: audit.benchmarkIndex, unit: 'benchmarkIndex' },
    { what: `${path} performance, slowdown`, value: audit.slowdown, unit: 'x' },
    { what: `${path} performance, slowdown of 4`, value: audit.performanceAt4, unit: 'of 100' },
    { what: `${path} largest paint`, value: audit.lcpMs, unit: 'ms' },
    { what: `${path} blocking time`, value: audit.tbtMs, unit: 'ms' },
  ];
}

/** The run with the best score: other load of the machine can only lower a score. */
async function bestOf(runs: number, once: () => Promise<PhoneAudit>): Promise<PhoneAudit> {
  let best = await once();
  for (let run = 1; run < runs && best.performance < 100; run += 1) {
    const next = await once();
    if (next.performance > best.performance) best = next;
  }
  return best;
}

/**
 * The front page under real throttling, compared with the same page without scripts: on a busy machine only the ratio of
 * the two is meaningful.
 */
async function measureSlowPhone(url: string, slowdown: number): Promise<Measure[]> {
  const bare = await auditSlowed(url, slowdown, ['*/assets/*.js']);
  const full = await auditSlowed(url, slowdown);
  return [
    { what: '/ slow phone, slowdown', value: slowdown, unit: 'x' },
    { what: '/ slow phone, largest paint', value: full.lcpMs, unit: 'ms' },
    { what: '/ slow phone, blocking time', value: full.tbtMs, unit: 'ms' },
    { what: '/ slow phone, paint against no scripts', value: full.lcpMs / bare.lcpMs, unit: 'x', atMost: 1.4 },
  ];
}
