import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { defaultBrand } from '#contract/default-brand.ts';

import { readInstallation } from './brand.ts';
import { type Env, SettingsReader } from './env-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'askline-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Settings with this brand file. */
function withFile(contents: unknown): Env {
  const file = join(mkdtempSync(join(folder, 'one-')), 'brand.json');
  writeFileSync(file, typeof contents === 'string' ? contents : JSON.stringify(contents));
  return { BRAND_FILE: file };
}

function faultsOf(env: Env): string {
  const read = new SettingsReader(env);
  readInstallation(read);
  try {
    read.done();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const brandOf = (env: Env) => readInstallation(new SettingsReader(env)).brand;

test('with nothing set, the brand is the default', () => {
  expect(brandOf({ DATA_DIR: folder })).toEqual(defaultBrand);
});

test('an address of this machine is not used as the domain of texts and links', () => {
  expect(brandOf({ DATA_DIR: folder, PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual(defaultBrand);
});

test('domain and email addresses come from settings, all else from the file, and the rest keeps its default', () => {
  const plans = { monthly: { name: 'Monthly', price: 4.5 }, annual: { name: 'Yearly', price: 45 } };
  const own = { name: 'Hearth', company: 'Hearth Text LLC', address: '1 Main St', sister: null, plans };
  const env = { ...withFile(own), PUBLIC_URL: 'https://hearth.test/', SUPPORT_EMAIL: 'help@hearth.test' };
  expect(brandOf(env)).toEqual({
    ...defaultBrand,
    ...own,
    blurb: defaultBrand.blurb.replace('Askline', 'Hearth'),
    domain: 'hearth.test',
    origin: 'https://hearth.test',
    supportEmail: 'help@hearth.test',
  });
});

test('the pages state how many days backups are kept, as set', () => {
  expect(brandOf({ DATA_DIR: folder, BACKUP_KEEP_DAYS: '14' })).toEqual({ ...defaultBrand, backupDays: 14 });
});

test('the pages follow whether the carrier’s copies are removed', () => {
  expect(brandOf({ DATA_DIR: folder, CARRIER_REDACTION: 'off' })).toEqual({ ...defaultBrand, removesCopies: false });
});

test('the pages state the tier of the default model only', () => {
  const named = (model: string) => brandOf({ DATA_DIR: folder, PERPLEXITY_MODEL: model }).isSmallModel;
  expect([named(''), named('perplexity/sonar'), named('perplexity/sonar-pro')]).toEqual([true, true, false]);
});

test('the file is in DATA_DIR unless BRAND_FILE names another, which must exist', () => {
  const DATA_DIR = mkdtempSync(join(folder, 'data-'));
  writeFileSync(join(DATA_DIR, 'brand.json'), JSON.stringify({ name: 'Hearth' }));
  expect(brandOf({ DATA_DIR }).name).toBe('Hearth');
  expect(faultsOf({ DATA_DIR, BRAND_FILE: join(folder, 'gone.json') })).toContain('cannot be read (ENOENT)');
});

test.each([
  ['{', 'is not JSON'],
  [[], 'the file: '],
  [{ nam: 'Hearth' }, 'nam'],
  [{ name: '' }, 'name: '],
  [{ name: 'A name of more than 24 letters' }, 'name: has more than 24 characters'],
  [{ name: '<b>Hearth</b>' }, 'name: has a line break, or one of < > { }'],
  [{ company: 'Two\nlines' }, 'company: has a line break'],
  [{ social: [{ name: 'X', url: 'javascript:alert(1)' }] }, 'social.0.url: must be an https address'],
  [{ sister: { name: 'X', url: 'https://x.test' } }, 'sister.about: '],
  [{ plans: { monthly: { name: 'M', price: 0 }, annual: { name: 'A', price: 9 } } }, 'plans.monthly.price: must be 1'],
  [{ plans: { monthly: { name: 'M', price: 3 }, annual: { name: 'A', price: 9.999 } } }, 'more than two decimals'],
  [{ shareImage: 'gone.png' }, 'shareImage: there is no '],
])('%j is refused: %s', (contents, fault) => expect(faultsOf(withFile(contents))).toContain(fault));

test('the pages name a second answer provider if settings set one up, but not the sandbox', () => {
  const key = { OPENAI_API_KEY: 'sk-key' };
  expect(brandOf({ ...key, PERPLEXITY_API_KEY: 'pplx-key' }).secondModel).toBe('OpenAI');
  const named = { ...key, PERPLEXITY_API_KEY: 'pplx-key', OPENAI_NAME: 'Emberly AI' };
  expect(brandOf(named).secondModel).toBe('Emberly AI');
  expect([brandOf({}).secondModel, brandOf(key).secondModel]).toEqual([null, null]);
  expect(faultsOf({ ...named, OPENAI_NAME: '<b>AI</b>' })).toContain('OPENAI_NAME must be one line');
});

test('the pages name the weather service, but not where the model is asked about the weather', () => {
  const isNamed = (env: Env) => brandOf(env).hasWeatherService;
  expect([isNamed({}), isNamed({ WEATHER_BASE_URL: 'off' })]).toEqual([true, false]);
  // Production has the service with a key for the first provider, or an address for the service.
  const production = { NODE_ENV: 'production', PERPLEXITY_BASE_URL: 'https://model.hearth.test' };
  expect(isNamed(production)).toBe(false);
  expect(isNamed({ ...production, PERPLEXITY_API_KEY: 'pplx-key' })).toBe(true);
  expect(isNamed({ ...production, WEATHER_BASE_URL: 'https://api.weather.gov' })).toBe(true);
});

test('every fault of the file is named, along with those of other settings', () => {
  const faults = faultsOf({ ...withFile({ name: 7, company: '' }), SUPPORT_EMAIL: 'nobody' });
  for (const part of ['name: ', 'company: ', 'SUPPORT_EMAIL must be an address']) expect(faults).toContain(part);
});
