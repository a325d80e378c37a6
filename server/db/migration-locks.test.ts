import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'migrations');
/** Until this migration, tables were still small. */
const lastSmall = '0028';

/** Tables that can have millions of rows. A migration holds its locks until its end. */
const large =
  '(?:inbound_texts|outbound_texts|consents|mails|payment_events|notices|unsubscribed_senders|users|phone_numbers|subscriptions)';

/** Statements that read or write every row under a lock that blocks incoming texts, and what to do instead. */
const slow: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`create (?:unique )?index (?!concurrently)[^;]* on ${large}\\b`, 'i'),
    'an index is built by a job, with `create index concurrently`',
  ],
  [
    new RegExp(`alter table ${large}\\b[^;]*\\badd (?:constraint|check|foreign key)\\b(?![^;]*not valid)`, 'i'),
    'add the constraint as `not valid`',
  ],
  [new RegExp(`alter table ${large}\\b[^;]*\\bvalidate constraint\\b`, 'i'), 'validate it in a job'],
  [new RegExp(`alter table ${large}\\b[^;]*\\bset not null\\b`, 'i'), 'use a check constraint that is `not valid`'],
  [new RegExp(`alter table ${large}\\b[^;]*\\balter column [a-z_]+ (?:set data )?type\\b`, 'i'), 'add another column'],
  [
    new RegExp(
      `alter table ${large}\\b[^;]*\\badd column [^,;]*\\b(?:generated|default (?!null|false|true|'|-?\\d))`,
      'i',
    ),
    'a default that is not a constant rewrites the table',
  ],
  [new RegExp(`\\b(?:update|delete from) (?:only )?${large}\\b`, 'i'), 'change rows in a job, in batches'],
  [/\b(?:vacuum full|cluster|lock table|reindex)\b/i, 'it locks the table'],
];

function faultsOf(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, '').replaceAll(/\$\$[\s\S]*?\$\$/g, '');
  return slow.flatMap(([pattern, advice]) => (pattern.test(statements) ? [advice] : []));
}

test('no migration reads or writes all of a large table while it holds a lock', () => {
  const files = readdirSync(folder).filter((file) => file.slice(0, 4) > lastSmall);
  expect(files.length).toBeGreaterThan(0);
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(join(folder, file), 'utf8')).map((advice) => `${file}: ${advice}`),
  );
  expect(faults).toEqual([]);
});

test.for([
  'create index some on inbound_texts (sender)',
  'create unique index some on outbound_texts (provider_sid) where state = 1',
  'alter table users add constraint some check (name > 1)',
  'alter table users alter column name set not null',
  'alter table users alter column name type text',
  'alter table users add column some uuid default gen_random_uuid()',
  'update users set name = 1',
  'delete from notices',
])('refused: %s', (sql) => {
  expect(faultsOf(sql)).toHaveLength(1);
});

test.for([
  'create index some on a_new_table (sender)',
  'alter table users add constraint some check (name > 1) not valid',
  "alter table users add column some text default 'one', add column other boolean not null default false",
  'alter table inbound_texts set (fillfactor = 85)',
  'create trigger some after insert or update or delete on users for each row execute function some()',
])('allowed: %s', (sql) => {
  expect(faultsOf(sql)).toEqual([]);
});
