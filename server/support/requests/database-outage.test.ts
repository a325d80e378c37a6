import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { PrivateCookies } from '#server/http/cookies.ts';
import { createHttp } from '#server/http/create-http.ts';
import { Sessions } from '#server/http/sessions.ts';
import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { createEncryptor } from '#server/platform/encrypt.ts';
import { RateLimits } from '#server/platform/rate-limits.ts';
import { connectTo } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';

import { acceptRequest } from './accept-request.ts';
import { createRequestIds } from './request-id.ts';
import { requestRoutes } from './requests.route.ts';

const fields = {
  contact: { name: 'Sam Example', email: 'sam@askline.example', subject: 'Contact', message: 'The stripes are gone.' },
  support: {
    ticketId: 'any-00000000',
    email: 'sam@askline.example',
    phoneNumber: '(312) 555-0142',
    supportType: 'Billing',
    message: 'The bill is striped.',
    preferCall: 'false',
  },
} as const;

test.for(['contact', 'support'] as const)(
  'without the database, POST /api/%s asks to try again in a moment, and stores nothing',
  async (what) => {
    await using nowhere = connectTo(`postgres://nobody@127.0.0.1:${await freePort()}/askline`);
    const { db, pool } = nowhere;
    const metrics = createMetrics(() => false);
    await using app = createHttp({
      clientSecret: 'a secret of the tests',
      ...createLog('silent'),
      metrics,
      publicUrl: 'http://localhost',
      trustProxy: [],
      requestsPerMinute: 300,
    });
    const jobQueue = { send: () => Promise.resolve() };
    const encryptor = createEncryptor('a secret of the tests', 'letters');
    await app.register(
      requestRoutes({
        db,
        sessions: new Sessions({ pool, cookies: new PrivateCookies({ isHttps: false }) }),
        rateLimits: new RateLimits(pool, 'a secret of the tests'),
        limits: { CONTACTS_PER_ADDRESS_HOUR: 5, TICKETS_PER_USER_HOUR: 10, CONTACTS_PER_HOUR: 50 },
        requestIds: createRequestIds('a secret of the tests'),
        accept: (request) => acceptRequest({ db, jobQueue, encryptor }, request),
      }),
    );
    const form = new FormData();
    for (const [name, value] of Object.entries(fields[what])) form.append(name, value);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const cookie = `session=${randomBytes(32).toString('base64url')}`;
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${what}`,
      headers: { cookie, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect({ status: answer.statusCode, ...answer.json<object>() }).toEqual({
      status: 503,
      code: 'temporarily_unavailable',
      message: 'Our database is briefly unavailable. Please try again in a minute.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  },
);
