import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Db } from '#server/db/client.ts';
import { type MailKind, mailKinds } from '#server/domain/ports/mail-queue.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

import { claimMail, type ClaimedMail, closeNotDue, recordMail } from './outbox.repo.ts';

/** The emails that release 1.0.0 can compose. It never changes: 1.0.0 is out. */
const kindsOfFirstRelease: readonly string[] = [
  'welcome',
  'confirm_email',
  'password_code',
  'password_changed',
  'phone_changed',
  'code_failures',
  'texts_stopped',
  'subscription_started',
  'payment_failed',
  'renewal_reminder',
  'plan_canceling',
  'plan_ended',
  'goodbye',
  'operator_alert',
] satisfies MailKind[];
const laterKind = 'of_a_later_release' as MailKind;
const recipient = { name: 'Sam', address: 'earlier@askline.example' };

/** `closeNotDue` of release 1.0.0. */
async function closeAsFirstRelease(db: Db, { id, askedAt }: ClaimedMail): Promise<void> {
  await sql`
    with closed as (
      update mails set outcome = 'not_due', closed_at = now(), error_code = null, once_key = null,
                       recipient_name = null, recipient_address = null
       where id = ${id} and outcome is null and created_at = ${askedAt}::timestamptz
      returning 1)
    update mails set due_at = now() where id = ${id} and outcome is null and not exists (select 1 from closed)`.execute(
    db,
  );
}

/** A database with a waiting email of each kind, and of one that only a later release knows. */
async function outbox() {
  const stack = new AsyncDisposableStack();
  const { db } = stack.use(connectTo(stack.use(await testDatabase()).url));
  await sql`insert into service_numbers (number) values ('+12025550100')`.execute(db);
  const userId = await addSubscriber(db, { phone: '+13125550142', serviceNumber: '+12025550100' });
  for (const kind of [...mailKinds, laterKind]) {
    const alert = kind === 'operator_alert' ? { alert: 'refund_failed' as const } : {};
    await recordMail(db, { kind, userId, recipient, onceKey: kind, ...alert });
  }
  return {
    db,
    userId,
    /** Claims every email that is due, and closes it. @returns how many; it fails if one is due again immediately */
    closeAll: async (close: (db: Db, mail: ClaimedMail) => Promise<void>) => {
      const claimed: ClaimedMail[] = [];
      for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
        expect(claimed.map(({ id }) => id)).not.toContain(mail.id);
        claimed.push(mail);
        await close(db, mail);
      }
      return claimed.length;
    },
    later: () => sql`update mails set due_at = now() where outcome is null`.execute(db),
    open: () =>
      db
        .selectFrom('mails')
        .select(['kind', 'once_key as key', 'recipient_address as to', 'tries'])
        .where('outcome', 'is', null)
        .orderBy('created_at')
        .execute(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const waiting = (kinds: readonly string[]) =>
  kinds.map((kind) => ({ kind, key: kind, to: recipient.address, tries: 1 }));

test('an email of a kind that release 1.0.0 does not know waits for one that does, however often 1.0.0 tries', async () => {
  await using fixture = await outbox();
  const unknown = [...mailKinds, laterKind].filter((kind) => !kindsOfFirstRelease.includes(kind));
  expect(await fixture.closeAll(closeAsFirstRelease)).toBe(mailKinds.length + 1);
  for (let n = 0; n < 3; n += 1) {
    expect(await fixture.open()).toEqual(waiting(unknown));
    await fixture.later();
    expect(await fixture.closeAll(closeAsFirstRelease)).toBe(unknown.length);
  }
  await fixture.later();
  await fixture.closeAll(closeNotDue);
  expect(await fixture.open()).toEqual(waiting([laterKind]));
});

test('this release closes an email of each kind of its own', async () => {
  await using fixture = await outbox();
  await fixture.closeAll(closeNotDue);
  expect((await fixture.open()).map(({ kind }) => kind)).toEqual([laterKind]);
});

test('the tries at the mail server stay as they were', async () => {
  await using fixture = await outbox();
  await sql`update mails set tries = 5, error_code = '451'`.execute(fixture.db);
  await fixture.closeAll(closeAsFirstRelease);
  const { rows } = await sql`select distinct tries, error_code from mails where outcome is null`.execute(fixture.db);
  expect(rows).toEqual([{ tries: 5, error_code: '451' }]);
});

test.each([
  ['release 1.0.0', closeAsFirstRelease],
  ['this release', closeNotDue],
])('an email that %s does not know waits a month at most', async (_release, close) => {
  await using fixture = await outbox();
  await sql`update mails set created_at = now() - interval '31 days'`.execute(fixture.db);
  await fixture.closeAll(close);
  expect(await fixture.open()).toEqual([]);
});

test('an email that waits for another release is deleted with its account', async () => {
  await using fixture = await outbox();
  await fixture.closeAll(closeAsFirstRelease);
  await sql`delete from users where id = ${fixture.userId}`.execute(fixture.db);
  expect(await fixture.open()).toEqual([]);
});
