import { accountCopy } from '#contract/account-copy.ts';
import { adminCopy } from '#contract/admin-copy.ts';
import { demoCopy } from '#contract/demo-copy.ts';
import { subscriptionCopy as words } from '#contract/subscription-copy.ts';

import { operator } from '../operator.ts';
import { type Answer, randomAddress, visitor } from '../visitor.ts';
import type { ErrorRow, World } from './world.ts';

const checkout = '/api/create-subscription';
const portal = '/api/create-customer-portal';
const cancel = '/api/subscription/cancel-immediately';
const cancelLater = '/api/subscription/cancel-at-period-end';
const migrate = '/api/admin/cognito/migrate-users';
const groups = '/api/admin/cognito/setup-groups';
const toggle = '/api/admin/monitoring/toggle';

const stripeAway = { stripe: { status: 500 } };
const signIn = accountCopy.authenticationRequired;
const badInput = 'Please check what you entered.';
const upstream = 'A service we rely on isn’t responding right now. Please try again in a minute.';
const wrongType = 'The request has a content type that is not accepted here.';
const foreign = 'This request came from another website.';

/** Errors of payment, account deletion, the demo, the admin area, and of calls in general. */
export const serviceErrors: readonly ErrorRow[] = [
  ['a portal without a plan', (w) => w.ann.call('POST', portal, {}), 200, words.openingSubscribe],
  ['a plan that cannot be bought', (w) => w.ann.call('POST', checkout, { plan: 'starter' }), 400, words.unknownPlan],
  ['a payment with the provider away', buyAway, 502, words.paymentsUnavailable],
  ['a checkout at a foreign address', (w) => misled(w, checkout), 502, words.createFailed],
  ['a portal at a foreign address', (w) => misled(w, portal), 502, words.portalFailed],
  ['a second plan', (w) => w.payer.call('POST', checkout, { plan: 'annual' }), 409, words.alreadySubscribed],
  ['a payment by nobody', (w) => w.stranger().call('POST', checkout, { plan: 'monthly' }), 401, signIn],
  ['a plan looked at by nobody', (w) => w.stranger().call('GET', '/api/user/subscription'), 401, signIn],
  ['a refresh with the provider away', refreshAway, 502, words.paymentsUnavailable],
  ['a cancel with the provider away', (w) => away(w, cancel), 502, words.paymentsUnavailable],
  ['a cancel of nothing', (w) => w.ann.call('POST', cancel, {}), 404, words.nothingToCancel],
  ['an end of nothing', (w) => w.ann.call('POST', cancelLater, {}), 404, words.nothingToCancel],
  ['an end with the provider away', (w) => away(w, cancelLater), 502, words.paymentsUnavailable],
  ['a portal with the provider away', (w) => away(w, portal), 502, words.paymentsUnavailable],
  ['an export by nobody', (w) => w.stranger().call('GET', '/api/user/export'), 401, signIn],
  ['a deletion by nobody', (w) => w.stranger().call('DELETE', '/api/user/account'), 401, signIn],

  ['the demo with the model away', demoAway, 502, demoCopy.unavailable],
  ['the eleventh demo of a day', elevenDemos, 429, demoCopy.limitAfterLast],

  ['the admin area without a password', (w) => figures(w, null), 403, adminCopy.unauthorized],
  ['the admin area with a wrong one', (w) => figures(w, 'guess'), 403, adminCopy.unauthorized],
  ['the sixth wrong one from one place', sixGuesses, 429, adminCopy.tooManyTries],
  ['a toggle that is none', (w) => admin(w, toggle, { feature: 'x', enabled: true }), 400, badInput],
  ['a batch of seven', (w) => admin(w, migrate, { limit: 7 }), 400, badInput],
  ['a migration before its stage', (w) => admin(w, migrate, { limit: 10 }), 409, adminCopy.migrationOff],
  ['groups before their stage', (w) => admin(w, groups, {}), 409, adminCopy.migrationOff],
  ['groups with Cognito away', groupsAway, 502, upstream],

  ['a call that is none', (w) => w.stranger().call('GET', '/api/nothing'), 404, 'There is nothing at this address.'],
  ['a body that is no JSON', (w) => raw(w, '{'), 400, 'The request could not be read.'],
  ['a body that is too large', (w) => raw(w, `"${'x'.repeat(70_000)}"`), 413, 'The request is too large.'],
  ['a form where JSON belongs', (w) => raw(w, 'a=b', { 'content-type': 'text/plain' }), 415, wrongType],
  ['a call by another website', (w) => raw(w, '{}', { origin: 'https://evil.example' }), 403, foreign],
];

function buyAway(world: World): ReturnType<ErrorRow[1]> {
  return world.during(stripeAway, () => world.ann.call('POST', checkout, { plan: 'monthly' }));
}

/** Sessions are valid at every process. */
function misled({ misled: app, ann }: World, path: string): Promise<Answer> {
  const browser = visitor(app);
  for (const [name, value] of ann.cookies) browser.cookies.set(name, value);
  return browser.call('POST', path, { plan: 'monthly' });
}

function away(world: World, path: string): ReturnType<ErrorRow[1]> {
  return world.during(stripeAway, () => world.payer.call('POST', path, {}));
}

function refreshAway(world: World): ReturnType<ErrorRow[1]> {
  return world.during(stripeAway, () => world.payer.call('GET', '/api/user/subscription?refresh=true'));
}

function demoAway(world: World): ReturnType<ErrorRow[1]> {
  const ask = () => world.stranger().call('POST', '/api/demo/search', { query: 'weather in Boston' });
  return world.during({ perplexity: { status: 400 } }, ask);
}

async function elevenDemos(world: World): Promise<Answer> {
  const browser = world.stranger();
  const ask = () => browser.call('POST', '/api/demo/search', { query: 'what is 2 plus 2' });
  for (let n = 0; n < 10; n += 1) await ask();
  return ask();
}

function figures({ app }: World, token: string | null, call = operator(app)): Promise<Answer> {
  return call('GET', '/api/admin/monitoring', { token });
}

async function sixGuesses(world: World): Promise<Answer> {
  const call = operator(world.app);
  for (let n = 0; n < 5; n += 1) await figures(world, 'guess', call);
  return figures(world, 'guess', call);
}

function admin({ app }: World, path: string, body: object): Promise<Answer> {
  return operator(app)('POST', path, { body });
}

function groupsAway(world: World): ReturnType<ErrorRow[1]> {
  return world.during({ cognito: { status: 500 } }, () => operator(world.post)('POST', groups, { body: {} }));
}

async function raw(world: World, body: string, headers = {}): ReturnType<ErrorRow[1]> {
  const response = await fetch(`${world.app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': randomAddress(), ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}
