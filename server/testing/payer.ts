import { randomUUID } from 'node:crypto';

import type { SubscriptionView } from '#contract/subscription.ts';
import type { Db } from '#server/db/client.ts';
import { newToken } from '#server/platform/token.ts';

import { askAgain } from './ask-again.ts';
import { holderOf } from './subscriber.ts';
import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

/** The response of a call in a browser. */
export type Answered<T> = { readonly status: number; readonly body: T; readonly headers: Headers };

/** A signed-in account that can pay. */
export type Payer = {
  readonly userId: string;
  readonly phone: string;
  /** Calls the product from this account's browser. */
  call<T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answered<T>>;
  view(refresh?: 'refresh'): Promise<SubscriptionView>;
  /** Chooses a plan and pays on the hosted page. @returns the customer at the provider */
  subscribe(plan?: string, card?: string): Promise<string>;
  /** The account's customer at the provider. */
  customer(): Promise<string>;
  /** Advances this customer's clock at the provider. */
  advance(to: 'renewal' | 'expiry' | 'next_attempt' | number): Promise<void>;
  /** Calls Stripe's API at the sandbox, like an operator's tools. */
  stripe<T = Record<string, unknown>>(method: string, path: string, form?: Record<string, string>): Promise<T>;
};

/** Adds an account with a session and, by default, a verified phone; without a plan. */
export async function addPayer(app: TestApp, { isVerified = true } = {}): Promise<Payer> {
  const { db } = app.product.deps;
  const phone = app.phone();
  const { token, hash } = newToken();
  const userId = await until('the account to be stored', async () => {
    return (await holderOf(db, phone)) ?? insertPayer(db, { phone, isVerified, sessionHash: hash });
  });

  return payerOf(app, { userId, phone, call: callWith(app, `session=${token}`) });
}

function insertPayer(db: Db, payer: { phone: string; isVerified: boolean; sessionHash: string }): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('users')
      .values({ name: 'Ann Example', email: `${randomUUID()}@askline.example` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const verified_at = payer.isVerified ? new Date() : null;
    await transaction.insertInto('phone_numbers').values({ user_id: id, number: payer.phone, verified_at }).execute();
    const expires_at = new Date(Date.now() + 86_400_000);
    await transaction
      .insertInto('sessions')
      .values({ token_hash: payer.sessionHash, user_id: id, expires_at })
      .execute();
    return id;
  });
}

/** The calls of a browser with these cookies. */
function callWith(app: TestApp, cookie: string): Payer['call'] {
  return async function (method, path, body) {
    const response = await askAgain(() =>
      fetch(app.url + path, {
        method,
        headers: {
          cookie,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
}

/** Turns an existing account into a payer. */
export function payerOf(app: TestApp, { userId, phone, call }: Pick<Payer, 'userId' | 'phone' | 'call'>): Payer {
  const { db } = app.product.deps;
  const customer = async (): Promise<string> => {
    const row = await db.selectFrom('users').select('stripe_customer_id').where('id', '=', userId).executeTakeFirst();
    if (!row?.stripe_customer_id) throw new Error('the account has no customer at the provider');
    return row.stripe_customer_id;
  };
  return {
    userId,
    phone,
    call,
    customer,
    async view(refresh) {
      const query = refresh === undefined ? '' : '?refresh=true';
      const { status, body } = await call<SubscriptionView>('GET', `/api/user/subscription${query}`);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body;
    },
    async subscribe(plan = 'monthly', card) {
      const { status, body } = await call('POST', '/api/create-subscription', { plan });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      await app.sandbox('POST', '/sandbox/stripe/pay', { session: body['sessionId'], ...(card && { card }) });
      return customer();
    },
    async advance(to) {
      await app.sandbox('POST', '/sandbox/stripe/advance', { customer: await customer(), to });
    },
    async stripe<T>(method: string, path: string, form?: Record<string, string>): Promise<T> {
      const response = await fetch(`${app.sandboxUrl}/v1${path}`, {
        method,
        headers: { authorization: 'Bearer sk_test_sandbox' },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
}

/** Runs `work` while a third party has these faults. */
export async function withFaults<T>(app: TestApp, faults: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  await app.sandbox('PUT', '/sandbox/faults', faults);
  try {
    return await work();
  } finally {
    await app.sandbox('DELETE', '/sandbox/faults');
  }
}

/** Drops Stripe's webhooks, so that only the calls of the test change the state. */
export const noWebhooks = { stripe: { webhookLoss: true } } as const;
