import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';

import { checkBrand } from './check-brand.ts';
import type { Finding } from './finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'askline-check-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

const carrier = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', SERVICE_PHONE_NUMBERS: '+12024561111' };
const own = {
  ...carrier,
  PUBLIC_URL: 'https://hearth.test',
  MAIL_FROM: 'letters@hearth.test',
  SUPPORT_EMAIL: 'help@hearth.test',
  DEVELOPER_EMAIL: 'code@hearth.test',
};

function findings(settings: Record<string, string>, brand: object = {}): Finding[] {
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
  const base = {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://a@127.0.0.1:1/a',
    SESSION_SECRET: 'a secret of the tests',
  };
  return checkBrand(readConfig({ ...base, DATA_DIR: folder, ...settings }));
}

test('on the sandbox, each default is advice on what to do before going live', () => {
  const found = findings({});
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['advice']));
  expect(found.map(({ says }) => says.split(' ')[0])).toEqual([
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'DEVELOPER_EMAIL',
    'OPERATOR_EMAIL',
    'sister',
    'social',
    'company',
    'address',
  ]);
  expect(found[0]?.act).toBe('Before going live, set your own.');
});

test('with a real carrier, each remaining default is a fault', () => {
  const found = findings({ ...own, SERVICE_PHONE_NUMBERS: '+12025550100' }, { sister: null, social: [] });
  expect(found.map(({ kind, says }) => [kind, says.split(' ')[0]])).toEqual([
    ['fault', 'SERVICE_PHONE_NUMBERS'],
    ['fault', 'company'],
    ['fault', 'address'],
  ]);
});

test("an installation in the operator's own name has no findings", () => {
  const brand = { name: 'Hearth', company: 'Hearth Text LLC', address: '12 Elm Street', sister: null, social: [] };
  expect(findings(own, brand)).toEqual([{ kind: 'ok', says: 'This is Hearth of Hearth Text LLC, hearth.test.' }]);
});
