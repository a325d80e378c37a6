import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { absoluteSeconds } from '#server/http/sessions.repo.ts';

import { root } from './project.ts';

/** What the privacy page says of each cookie that the server sets. */
const sentences: Readonly<Record<string, string>> = {
  session: 'a session cookie that only our server can read',
  authenticated: 'a second one that says only that there is a session',
  device: 'a cookie that lets us recognize this browser',
  proof: 'While you verify a phone or reset a password: a cookie that only our server can read',
  reset: 'While you verify a phone or reset a password: a cookie that only our server can read',
};

/** What the page says of what each table of docs/privacy.md holds about a person. */
const ofTables: Readonly<Record<string, string>> = {
  users: 'Account details:',
  phone_numbers: 'Account details:',
  phone_changes: 'Account details:',
  phone_change_undos: 'Account details:',
  identity_moves: 'Account details:',
  identity_syncs: 'Account details:',
  home_places: 'Home place:',
  subscriptions: 'Subscription:',
  free_periods: 'Subscription:',
  checkouts: 'Subscription:',
  renewal_reminders: 'Subscription:',
  payment_events: 'payment records without your name',
  blocked_cards: 'Stripe’s code for a card whose payment was disputed',
  consents: 'proof of your consents',
  opt_outs: 'an opt-out, as a one-way code',
  departed_numbers: 'one-way codes of your number and of texts we’ve handled',
  forgotten_texts: 'one-way codes of your number and of texts we’ve handled',
  deletions: 'a record of the deletion',
  unsubscribed_senders: 'Numbers that texted us without a plan:',
  inbound_texts: 'Counts and delivery records:',
  outbound_texts: 'Counts and delivery records:',
  recent_questions: 'Counts and delivery records:',
  notices: 'Counts and delivery records:',
  account_costs: 'Counts and delivery records:',
  account_months: 'Counts and delivery records:',
  texted_codes: 'Codes expire',
  verification_codes: 'Codes expire',
  one_time_tokens: 'Codes expire',
  password_resets: 'Codes expire',
  sessions: 'Logged-in devices:',
  mails: 'Counts and delivery records:',
  support_requests: 'Messages to support:',
  support_request_files: 'Messages to support:',
  admin_audit: 'a record of what our support team did to your account',
};
/** Those that hold nothing about a subscriber: operators, hashes for a moment, counts, ids of operations. */
const ofNoPerson = [
  'operators',
  'operator_sessions',
  'rate_limits',
  'applied_ops',
  'counter_deltas',
  'counter_rollups',
  'firing_signals',
  'plans',
  'service_numbers',
  'features',
  'identity_groups',
  'instance_heartbeat',
  'watermarks',
];

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

const privacyPage = () => read('web/site/legal/privacy-data-copy.tsx').replaceAll(/\s+/g, ' ');

test('the privacy page has a sentence for each table of docs/privacy.md that holds data of a person', () => {
  const rows = read('docs/privacy.md').matchAll(/^\|[^|]+\|([^|]+)\|/gm);
  const tables = [...rows].flatMap(([, where = '']) => [...where.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(new Set(tables)).toEqual(new Set([...Object.keys(ofTables), ...ofNoPerson]));
  const page = privacyPage();
  expect(Object.entries(ofTables).filter(([, sentence]) => !page.includes(sentence))).toEqual([]);
});

test('the privacy page says how long the cookies of a session last', () => {
  const days = absoluteSeconds / 86_400;
  expect(privacyPage()).toContain(`The cookies stay for ${days} days, or until you log out.`);
});

test('the privacy page names each cookie that the server sets', () => {
  const sources = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read);
  const cookies = sources.flatMap((source) =>
    [...source.matchAll(/const (?:cookieName|\w+Cookie) = '(\w+)'/g)].map(([, name = '']) => name),
  );
  expect(cookies.toSorted()).toEqual(Object.keys(sentences).toSorted());
  // Each cookie is set by its constant, so none escapes the list.
  const set = sources.flatMap((source) =>
    [...source.matchAll(/\bcookies\.(?:set|hint)\(\s*reply,\s*([^,]+),/g)].map(([, name]) => name),
  );
  expect(set.filter((name) => !/^(?:cookieName|\w+Cookie)$/.test(name ?? ''))).toEqual([]);

  const page = privacyPage();
  expect(Object.values(sentences).filter((sentence) => !page.includes(sentence))).toEqual([]);
});
