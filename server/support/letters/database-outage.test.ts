import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { PrivateCookies } from '#server/platform/cookies.ts';
import { createHttp } from '#server/platform/http.ts';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { RateLimits } from '#server/platform/rate-limits.ts';
import { createSealer } from '#server/platform/seal.ts';
import { Sessions } from '#server/platform/session.ts';
import { connectTo } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';

import { acceptLetter } from './accept-letter.flow.ts';
import { letterRoutes } from './letters.route.ts';

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
  'with the database away, POST /api/%s asks to come back in a moment, and keeps nothing',
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
    const background = { send: () => Promise.resolve() };
    const sealer = createSealer('a secret of the tests', 'letters');
    await app.register(
      letterRoutes({
        db,
        sessions: new Sessions({ pool, cookies: new PrivateCookies({ isHttps: false }) }),
        rateLimits: new RateLimits(pool),
        limits: { CONTACTS_PER_ADDRESS_HOUR: 5, TICKETS_PER_USER_HOUR: 10, CONTACTS_PER_HOUR: 50 },
        accept: (letter) => acceptLetter({ db, background, sealer }, letter),
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
      message: 'We cannot reach our records right now. Please try again in a minute.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  },
);
