import dns from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { testDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';
import { type ProcessFixture, startProcessFixture } from '../process-fixture.ts';
import { startProductProcess } from '../product-process.ts';

/** A brand that shares no word with the default. */
export const hearth = {
  name: 'Hearth',
  company: 'Hearth Text LLC',
  address: '12 Elm Street, Springfield, IL 62701',
  sister: { name: 'Quietphone', url: 'https://quietphone.test', about: 'a phone for calls' },
  social: [{ name: 'Mastodon', url: 'https://social.hearth.test/@hearth' }],
  governingLaw: 'the State of Illinois',
  termsUpdated: 'January 4th, 2027',
  privacyUpdated: 'January 4, 2027',
  internationalTarget: 'the end of 2027',
  callHours: { from: '9:00 AM', to: '5:00 PM CST' },
  plans: { monthly: { name: 'Hearth Monthly', price: 4.5 }, annual: { name: 'Hearth Annual', price: 43.2 } },
} as const;

/** Its second answer provider, as its pages name it; the sandbox plays it. */
export const hearthSecondModel = 'Emberly AI';

const host = 'hearth.test';

/** What the default brand says, and an installation of another brand must not. */
export const defaultWords =
  /ask ?line|plainphone|delaware|september 2025|july 6|8:00 PM PST|unlimited (?:monthly|annual) plan|\$3(?:\.00)?\b(?!\.)|\$32\b|2\.67|11%|social\.example/i;

/** The product as a process under that brand, with all that it needs around it. */
export type BrandedProduct = AsyncDisposable & {
  readonly fixture: ProcessFixture;
  /** Where it listens; `PUBLIC_URL` has the brand's domain. */
  readonly url: string;
  readonly dataDir: string;
};

/** Starts it. Until it is disposed of, this process resolves the brand's domain to this machine. */
export async function startBrandedProduct(): Promise<BrandedProduct> {
  await using opened = new AsyncDisposableStack();
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-'));
  opened.defer(() => rm(dataDir, { recursive: true, maxRetries: 5, retryDelay: 100 }));
  await writeFile(join(dataDir, 'brand.json'), JSON.stringify(hearth));
  opened.defer(resolveHere());
  const database = opened.use(await testDatabase());
  const publicUrl = `http://${host}:${port}`;
  const fixture = opened.use(
    await startProcessFixture({
      databaseUrl: database.url,
      speed: 1,
      publicUrl,
      sandbox: { SANDBOX_STRIPE_PRICES: '450,4320' },
    }),
  );
  const product = await startProductProcess({
    ...fixture.settings,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_SMTP_PORT: String(fixture.sandbox.context.addresses.smtp?.split(':').at(-1)),
    SUPPORT_EMAIL: `help@${host}`,
    DEVELOPER_EMAIL: `code@${host}`,
    MAIL_FROM: `letters@${host}`,
    TWILIO_OPT_OUT_REPLIES: 'app',
    OPENAI_API_KEY: 'sandbox_openai_key',
    OPENAI_NAME: hearthSecondModel,
    BACKUP_KEEP_DAYS: '14',
  });
  opened.use(product);
  if (!product.isAlive()) throw new Error(product.output());
  const closing = opened.move();
  const url = `http://127.0.0.1:${port}`;
  return { fixture, url, dataDir, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** The sandbox calls the product by its public name. @returns a function that undoes this */
function resolveHere(): () => void {
  const { lookup } = dns;
  const here = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(lookup, dns, [name === host ? 'localhost' : name, ...rest]);
  dns.lookup = here as typeof lookup;
  return () => {
    dns.lookup = lookup;
  };
}
