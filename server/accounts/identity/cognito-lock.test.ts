import { expect } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { identitiesOf, login, test } from '#server/testing/identity-stages.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { mailedCode, testPassword, visitor } from '#server/testing/visitor.ts';

const wrong = [401, 'Invalid email or password.'];
const mustWait = [429, 'Too many attempts. Please wait a few minutes, then try again.'];

/** Wrong passwords from different addresses. @returns the replies */
async function guess(app: TestApp, email: string, count: number): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (let n = 0; n < count; n += 1) replies.push(await login(visitor(app), email, 'Wrong123!'));
  return replies;
}

/** What Cognito itself answers to the password now. */
async function askCognito(app: TestApp, email: string, password = testPassword): Promise<string> {
  const [identity] = await identitiesOf(app, email);
  return app.product.deps.identityPool.checkPassword(identity?.['sub'] ?? '', new Secret(password));
}

function lock(app: TestApp, email: string, seconds = 600): Promise<unknown> {
  return app.sandbox('PUT', '/sandbox/cognito/lock', { email, seconds });
}

test('stage post: wrong passwords of strangers lock the owner out neither here nor at Cognito, and tell no stranger whether there is an account', async ({
  stages: { post },
}) => {
  const owner = visitor(post);
  const { email } = await owner.join();
  const replies = await guess(post, email, 9);
  expect(replies).toEqual([wrong, wrong, wrong, wrong, mustWait, mustWait, mustWait, mustWait, mustWait]);
  expect(await guess(post, 'no-one@askline.example', 9)).toEqual(replies);
  expect(await login(visitor(post), email)).toEqual(mustWait);
  expect(await login(owner, email)).toEqual([200, email]);
  // This login has reset the failures at Cognito, so other browsers can try again too.
  expect(await guess(post, email, 5)).toEqual(replies.slice(0, 5));
  expect(await askCognito(post, email)).toBe('right');
});

test('stage during: strangers lock no one out at Cognito, and the right password opens everywhere', async ({
  stages: { during },
}) => {
  const { email } = await visitor(during).join();
  const replies = [...Array.from({ length: 4 }, () => wrong), mustWait];
  expect(await guess(during, email, 5)).toEqual(replies);
  expect(await guess(during, 'nobody@askline.example', 5)).toEqual(replies);
  expect(await login(visitor(during), email)).toEqual([200, email]);
  expect(await askCognito(during, email)).toBe('right');
});

test('stage post: an account that Cognito has locked is asked to wait, and no right password is called wrong', async ({
  stages: { post },
}) => {
  const owner = visitor(post);
  const { email } = await owner.join();
  await lock(post, email);
  // More often than a known browser may fail: what Cognito did not check does not count.
  for (let n = 0; n < 6; n += 1) expect(await login(owner, email)).toEqual(mustWait);
  expect(await login(visitor(post), email)).toEqual(mustWait);
  const confirmed = await owner.call('POST', '/api/confirm-password', { password: testPassword });
  expect([confirmed.status, confirmed.body.message]).toEqual(mustWait);
  await lock(post, email, 0);
  expect(await login(owner, email)).toEqual([200, email]);
});

test('stage post: logins while Cognito is unavailable do not count as failures: the right password works right after', async ({
  stages: { post },
}) => {
  const owner = visitor(post);
  const { email } = await owner.join();
  const elsewhere = visitor(post);
  await post.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  // More often than a browser may fail, known or not.
  for (const browser of [owner, elsewhere]) {
    for (let n = 0; n < 6; n += 1) expect((await login(browser, email))[0]).toBe(502);
  }
  await post.sandbox('DELETE', '/sandbox/faults');
  expect(await login(elsewhere, email)).toEqual([200, email]);
  expect(await login(owner, email)).toEqual([200, email]);
});

test('stage during: while Cognito is unavailable, strangers can guess no more often than before', async ({
  stages: { during },
}) => {
  const { email } = await visitor(during).join();
  await during.sandbox('PUT', '/sandbox/faults', { cognito: { status: 500 } });
  const replies = await guess(during, email, 26);
  await during.sandbox('DELETE', '/sandbox/faults');
  expect(replies.map((reply) => (reply as number[])[0])).toEqual([...Array.from({ length: 25 }, () => 502), 429]);
});

test.for([{ hang: true }, { dropAfterAccept: true }, { cutResponse: true }])(
  'stage post: logins that Cognito has received, and whose answer is lost by %j, count at its limit for strangers',
  async (lost, { stages: { post } }) => {
    const { email } = await visitor(post).join();
    await post.sandbox('PUT', '/sandbox/faults', { cognito: { ...lost, operations: ['InitiateAuth'] } });
    const replies = await Promise.all([1, 2, 3, 4].map(() => login(visitor(post), email)));
    await post.sandbox('DELETE', '/sandbox/faults');
    expect(replies.map(([status]) => status)).toEqual([502, 502, 502, 502]);
    expect(await login(visitor(post), email)).toEqual(mustWait);
  },
);

test('stage post: an emailed code is a way in for an owner whom strangers keep out of a new browser', async ({
  stages: { post },
}) => {
  const { email } = await visitor(post).join();
  await guess(post, email, 5);
  const owner = visitor(post);
  expect(await login(owner, email)).toEqual(mustWait);
  // As after wrong passwords that reached Cognito without us.
  await lock(post, email);
  await owner.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(post, email);
  const newPassword = 'Another-Secret-9!';
  const { status } = await owner.call('POST', '/api/reset-password', { email, verificationCode, newPassword });
  expect(status).toBe(200);
  expect(await askCognito(post, email, newPassword)).toBe('locked');
  expect(await login(owner, email, newPassword)).toEqual([200, email]);
  await lock(post, email, 0);
  expect(await login(owner, email, newPassword)).toEqual([200, email]);
  expect(await login(owner, email)).toEqual(wrong);
});

test('stage post: a reset clears the failures of strangers at Cognito and here', async ({ stages: { post } }) => {
  const { email } = await visitor(post).join();
  await guess(post, email, 5);
  const owner = visitor(post);
  await owner.call('POST', '/api/forgot-password', { email });
  const verificationCode = await mailedCode(post, email);
  const newPassword = 'Another-Secret-9!';
  await owner.call('POST', '/api/reset-password', { email, verificationCode, newPassword });
  expect(await guess(post, email, 4)).toEqual([wrong, wrong, wrong, wrong]);
  expect(await askCognito(post, email, newPassword)).toBe('right');
});
