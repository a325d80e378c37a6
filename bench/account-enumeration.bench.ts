import { startTestApp } from '#server/testing/test-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import type { Bench, Measure } from './measure.ts';

const samples = 200;
/** Limit of what response times may reveal to an attacker (docs/reference/security.md#t5). */
const differenceMsMax = 15;

/**
 * Whether response times reveal that an address has an account: medians of 200 calls, alternating so that other load of
 * the machine affects both sides equally.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  await using app = await startTestApp({ postgresUrl, settings: { TRUST_PROXY: '127.0.0.1' } });
  const { email } = await visitor(app).join();
  const { pool } = app.product.deps;

  async function ask(path: string, body: object): Promise<number> {
    await pool.query('delete from rate_limits');
    const browser = visitor(app);
    const began = performance.now();
    await browser.call('POST', path, body);
    return performance.now() - began;
  }

  async function compare(name: string, path: string, bodyFor: (address: string) => object): Promise<Measure[]> {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < samples; n += 1) {
      known.push(await ask(path, bodyFor(email)));
      unknown.push(await ask(path, bodyFor(`nobody${n}@askline.example`)));
    }
    const [a, b] = [median(known), median(unknown)];
    return [
      { what: `${name}, known address, median`, value: a, unit: 'ms' },
      { what: `${name}, unknown address, median`, value: b, unit: 'ms' },
      { what: `${name}, difference`, value: Math.abs(a - b), unit: 'ms', atMost: differenceMsMax },
      { what: `${name}, ratio`, value: a / b, unit: '' },
    ];
  }

  return [
    ...(await compare('login', '/api/login', (address) => ({ email: address, password: 'Wrong123!' }))),
    ...(await compare('forgot password', '/api/forgot-password', (address) => ({ email: address }))),
    ...(await compare('reset password', '/api/reset-password', (address) => ({
      email: address,
      verificationCode: '000000',
      newPassword: 'Another1!',
    }))),
    ...(await compare('resend code', '/api/resend-confirmation', (address) => ({ email: address }))),
  ];
};

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((samples - 1) / 2)] ?? 0) + (sorted[Math.ceil((samples - 1) / 2)] ?? 0)) / 2;
}
