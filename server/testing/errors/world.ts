import { test as stagesTest } from '../identity-stages.ts';
import { addPayer, type Payer } from '../payer.ts';
import type { TestApp } from '../test-app.ts';
import { type Answer, codeOn, type SignupFields, type Visitor, visitor } from '../visitor.ts';

/** The accounts that provoke the errors of the catalogue. */
export type World = {
  /** In stage `pre`, like all of the following. */
  readonly app: TestApp;
  readonly post: TestApp;
  /** Has a payment provider whose pages are at a wrong origin. */
  readonly misled: TestApp;
  /** Signed in, with a verified phone and without a plan. */
  readonly ann: Visitor;
  readonly known: SignupFields & { userId: string };
  /** Has entered the right password and waits for a code. */
  readonly bob: Visitor;
  readonly waiting: { readonly email: string; readonly phoneNumber: string; readonly userId: string };
  readonly bobsCode: string;
  /** Another account, without a browser. */
  readonly other: SignupFields & { userId: string };
  /** Has a plan. */
  readonly payer: Payer;
  /** A new browser without an account. */
  stranger(): Visitor;
  /** Makes a call while a third party has faults. */
  during(
    faults: object,
    call: () => Promise<Pick<Answer, 'status' | 'body'>>,
  ): Promise<Pick<Answer, 'status' | 'body'>>;
};

/**
 * The action, the expected status and message, and the form field of the message. The rows of a list run in order: some
 * depend on earlier ones.
 */
export type ErrorRow = readonly [
  what: string,
  call: (world: World) => Promise<Pick<Answer, 'status' | 'body'>>,
  status: number,
  words: string,
  field?: string,
];

/** `test` with these accounts, once for the whole file. */
export const test = stagesTest.extend('world', { scope: 'file' }, async ({ stages }, { onCleanup }): Promise<World> => {
  const { pre: app, during, post } = stages;
  const [ann, bob] = [visitor(app), visitor(app)];
  const known = await ann.join();
  const { fields, body } = await bob.signUp();
  const payer = await addPayer(app);
  await payer.subscribe();
  const api = new URL(app.sandboxUrl);
  api.hostname = 'localhost';
  const other = await during.another({ ROLE: 'web', STRIPE_API_BASE_URL: api.origin });
  onCleanup(() => other[Symbol.asyncDispose]());
  return {
    app,
    post,
    misled: { ...app, product: other.product, url: other.product.address ?? '' },
    ann,
    known,
    bob,
    waiting: { email: fields.email, phoneNumber: fields.phoneNumber, userId: body.user.id },
    bobsCode: await codeOn(app, fields.phoneNumber),
    other: await visitor(app).join(),
    payer,
    stranger: () => visitor(app),
    async during(faults, call) {
      await app.sandbox('PUT', '/sandbox/faults', faults);
      try {
        return await call();
      } finally {
        await app.sandbox('DELETE', '/sandbox/faults');
      }
    },
  };
});
