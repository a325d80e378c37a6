import { isInstalled, type ProxyName, proxyNames, startProxy } from './load/proxies.ts';
import { rollRestarts } from './load/rolling-restarts.ts';
import type { Bench, Measure } from './measure.ts';

const restarts = Number(process.env['ROLLING_RESTARTS'] ?? 6);
const wanted = process.env['PROXIES']?.split(',') ?? proxyNames;

/**
 * The files of `deploy/` in front of two processes that are restarted in turn without telling the proxy: no request may
 * fail, no text may be lost or answered twice. `PROXIES` (nginx,haproxy,caddy), `ROLLING_RESTARTS` (6 for each) and
 * `ROLLING_RATE` (20) set its size. A proxy that is not installed is left out.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  const measures: Measure[] = [];
  for (const name of proxyNames.filter((one) => wanted.includes(one))) {
    measures.push(...(await measure(postgresUrl, name)));
  }
  return measures;
};

async function measure(postgresUrl: string, name: ProxyName): Promise<Measure[]> {
  if (!isInstalled(name)) {
    console.log(`${name} is not installed, or too old.`);
    return [];
  }
  const measures = await rollRestarts({ postgresUrl, restarts, startProxy: (ports) => startProxy(name, ports) });
  return measures.map((one) => ({ ...one, what: `${name}: ${one.what}` }));
}
