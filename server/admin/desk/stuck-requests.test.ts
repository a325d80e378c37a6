import { expect } from 'vitest';

import { createEncryptor } from '#server/platform/encrypt.ts';
import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import { addStuckRequest } from '#server/testing/stuck-request.ts';
import type { CaughtMail, TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

async function stored(app: TestApp, id: string) {
  const { rows } = await app.product.deps.pool.query<{ stage: string; files: number; sealed: Buffer | null }>(
    `select stage, sealed, (select count(*) from support_request_files where request_id = r.id) as files
       from support_requests r where id = $1`,
    [id],
  );
  return rows[0];
}

async function mailsTo(app: TestApp, marker: string): Promise<CaughtMail[]> {
  const all = await app.sandbox<CaughtMail[]>('GET', '/sandbox/mail');
  return all.filter(({ to }) => to === `${marker}@askline.example`);
}

test('a request that the mail server refuses is read, then discarded: its words are gone and its sender is told', async ({
  app,
}) => {
  const call = operator(app);
  const { id, marker } = await addStuckRequest(app);
  const { requests } = (await call('GET', '/api/admin/support-requests')).body;
  expect(requests).toContainEqual({ id, kind: 'contact', at: expect.any(String), lastError: '552', isRefused: true });
  const read = await call('POST', `/api/admin/support-requests/${id}/read`, { body: {} });
  expect(read.headers.get('cache-control')).toBe('no-store');
  expect(read.body).toEqual({
    subject: `About ${marker}`,
    from: { name: 'Sam Example', address: `${marker}@askline.example` },
    facts: [{ name: 'Phone', value: '(202) 555-0100' }],
    message: `The striped giraffe ${marker}`,
    files: ['shot.png'],
  });
  expect(await stored(app, id)).toMatchObject({ stage: 'support', files: 1 });

  const discarded = await call('POST', `/api/admin/support-requests/${id}/discard`, { body: {} });
  expect(discarded).toMatchObject({ status: 200, body: { message: expect.stringContaining('email the sender') } });
  expect((await call('POST', `/api/admin/support-requests/${id}/read`, { body: {} })).status).toBe(404);
  const [mail] = await until('the email to the sender', async () => {
    const mails = await mailsTo(app, marker);
    return mails.length > 0 && mails;
  });
  expect(mail).toMatchObject({ subject: 'Please send your message to Askline again' });
  expect(mail!.text).toContain("so we've deleted it");
  expect(mail!.text).not.toContain('giraffe');
  await until('the end', async () => (await stored(app, id))?.stage === 'done');
  expect(await stored(app, id)).toEqual({ stage: 'done', files: 0, sealed: null });
  const { entries } = (await call('GET', '/api/admin/audit')).body;
  for (const action of ['support_request_read', 'support_request_discarded']) {
    expect(entries).toContainEqual(
      expect.objectContaining({ action, subject: id, outcome: 'done', actor: 'password' }),
    );
  }
});

test('a request that can no longer be decrypted cannot be read, and ends when it is discarded', async ({ app }) => {
  const call = operator(app);
  const { id, marker } = await addStuckRequest(app, { encryptor: createEncryptor('another secret', 'letters') });
  const read = await call('POST', `/api/admin/support-requests/${id}/read`, { body: {} });
  expect(read).toMatchObject({ status: 409, body: { message: expect.stringContaining('LETTER_SECRET') } });
  expect((await call('POST', `/api/admin/support-requests/${id}/discard`, { body: {} })).status).toBe(200);
  expect(await stored(app, id)).toEqual({ stage: 'done', files: 0, sealed: null });
  expect(await mailsTo(app, marker)).toEqual([]);
});

test('a request that is being sent is not discarded, and one that was refused only a few times not read', async ({
  app,
}) => {
  const call = operator(app);
  const { id } = await addStuckRequest(app);
  const { pool } = app.product.deps;
  await pool.query(`update support_requests set error_code = 'under_way' where id = $1`, [id]);
  expect((await call('POST', `/api/admin/support-requests/${id}/discard`, { body: {} })).status).toBe(409);
  expect(await stored(app, id)).toMatchObject({ stage: 'support', files: 1 });
  await pool.query(`update support_requests set tries = 7 where id = $1`, [id]);
  expect((await call('POST', `/api/admin/support-requests/${id}/read`, { body: {} })).status).toBe(404);
  expect((await call('GET', '/api/admin/support-requests', { token: null })).status).toBe(403);
});

test('requests that wait for an unreachable server are not called refused, and are read but not discarded', async ({
  app,
}) => {
  const call = operator(app);
  const backlog = async () => (await call('GET', '/api/admin/overview?range=day')).body.now;
  const before = await backlog();
  for (const lastError of ['ESOCKET', '550 MAIL FROM', '450']) {
    const { id, marker } = await addStuckRequest(app, { lastError });
    const { requests } = (await call('GET', '/api/admin/support-requests')).body;
    expect(requests).toContainEqual({ id, kind: 'contact', at: expect.any(String), lastError, isRefused: false });
    const read = await call('POST', `/api/admin/support-requests/${id}/read`, { body: {} });
    expect(read.body).toMatchObject({ message: expect.stringContaining(marker) });
    const discarded = await call('POST', `/api/admin/support-requests/${id}/discard`, { body: {} });
    expect(discarded).toMatchObject({ status: 409, body: { message: expect.stringContaining('automatically') } });
    expect(await stored(app, id)).toMatchObject({ stage: 'support', files: 1 });
  }
  expect(await backlog()).toMatchObject({
    supportRequestsStuck: before.supportRequestsStuck + 3,
    supportRequestsRefused: before.supportRequestsRefused,
  });
});
