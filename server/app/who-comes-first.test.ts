import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';

const forSubscribers = [
  ['GET', '/api/user/subscription?refresh=maybe'],
  ['POST', '/api/create-subscription'],
  ['POST', '/api/confirm-email'],
  ['POST', '/api/check-phone-duplicate'],
  ['POST', '/api/cognito/initiate-phone-change'],
  ['POST', '/api/cognito/confirm-phone-change'],
  ['POST', '/api/confirm-password'],
  ['POST', '/api/user/sessions/end'],
] as const;

const forOperators = [
  ['GET', '/api/admin/overview?range=ever'],
  ['GET', '/api/admin/texts/x'],
  ['POST', '/api/admin/monitoring/toggle'],
  ['POST', '/api/admin/cognito/migrate-users'],
  ['POST', '/api/admin/find-user'],
  ['POST', '/api/admin/opt-out'],
] as const;

test.for([
  ...forSubscribers.map(([method, path]) => [method, path, 401] as const),
  ...forOperators.map(([method, path]) => [method, path, 403] as const),
])(
  'a stranger is told to sign in, not what is wrong with the request: %s %s',
  async ([method, path, status], { app }) => {
    const bodies = method === 'GET' ? [undefined] : ['{"unknown":1}', '{}', '{', ''];
    for (const body of bodies) {
      const response = await fetch(`${app.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
        ...(body === undefined ? {} : { body }),
      });
      expect([body, response.status]).toEqual([body, status]);
    }
  },
);

test('an operator is told what is wrong with the request', async ({ app }) => {
  const response = await fetch(`${app.url}/api/admin/find-user`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.product.deps.config.secrets.adminPassword}`,
      'content-type': 'application/json',
    },
    body: '{"unknown":1}',
  });
  expect(response.status).toBe(400);
});
