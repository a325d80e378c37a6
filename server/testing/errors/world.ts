import { test as stagesTest } from '../identity-stages.ts';
import { addPayer, type Payer } from '../payer.ts';
import type { TestApp } from '../test-app.ts';
import { type Answer, codeOn, type SignupFields, type Visitor, visitor } from '../visitor.ts';

/** Those to whom the errors of the catalogue happen. */
export type World = {
  /** In stage `pre`, as are all of these. */
  readonly it: TestApp;
  readonly post: TestApp;
  /** Finds the pages of its payment provider at an address that is not the provider's. */
  readonly misled: TestApp;
  /** Signed in, with a verified phone and without a plan. */
  readonly ann: Visitor;
  readonly known: SignupFields & { userId: string };
  /** Has shown his password, and waits for his code. */
  readonly bob: Visitor;
  readonly waiting: { readonly email: string; readonly phoneNumber: string; readonly userId: string };
  readonly bobsCode: string;
  /** Someone else's account, without a browser. */
  readonly other: SignupFields & { userId: string };
  /** Has a plan. */
  readonly payer: Payer;
  /** A browser that no one has seen before. */
  stranger(): Visitor;
  /** Makes a call while a third party has faults. */
  during(
    faults: object,
    call: () => Promise<Pick<Answer, 'status' | 'body'>>,
  ): Promise<Pick<Answer, 'status' | 'body'>>;
};

/**
 * What is done, what the answer's status and words have to be, and the form field beside which they stand. The rows of a
 * list come in order: some use up what others leave.
 */
export type ErrorRow = readonly [
  what: string,
  call: (world: World) => Promise<Pick<Answer, 'status' | 'body'>>,
  status: number,
  words: string,
  field?: string,
];

/** `test` with that world, once for the whole file. */
export const test = stagesTest.extend('world', { scope: 'file' }, async ({ stages }, { onCleanup }): Promise<World> => {
  const { pre: it, during, post } = stages;
  const [ann, bob] = [visitor(it), visitor(it)];
  const known = await ann.join();
  const { fields, body } = await bob.signUp();
  const payer = await addPayer(it);
  await payer.subscribe();
  const api = new URL(it.sandboxUrl);
  api.hostname = 'localhost';
  const other = await during.another({ ROLE: 'web', STRIPE_API_BASE_URL: api.origin });
  onCleanup(() => other[Symbol.asyncDispose]());
  return {
    it,
    post,
    misled: { ...it, product: other.product, url: other.product.address ?? '' },
    ann,
    known,
    bob,
    waiting: { email: fields.email, phoneNumber: fields.phoneNumber, userId: body.user.id },
    bobsCode: await codeOn(it, fields.phoneNumber),
    other: await visitor(it).join(),
    payer,
    stranger: () => visitor(it),
    async during(faults, call) {
      await it.sandbox('PUT', '/sandbox/faults', faults);
      try {
        return await call();
      } finally {
        await it.sandbox('DELETE', '/sandbox/faults');
      }
    },
  };
});
