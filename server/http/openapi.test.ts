import { expect } from 'vitest';

import { EXPECTED_USER_HEADER } from '#contract/expected-user.ts';
import { test } from '#server/testing/shared-app.ts';

import { operationIdOf } from './api-document.ts';

type Content = Record<string, { schema?: { properties?: object; anyOf?: object[]; type?: string; items?: object } }>;
type Documented = {
  operationId?: string;
  'x-access'?: string;
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; schema?: object }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Paths = Record<string, Record<string, Documented>>;

const form = 'multipart/form-data';
/** Every call of docs/reference/specification.md#calls: the fields of its request and of its response. */
const calls: readonly (readonly [call: string, request: string, answer: string])[] = [
  ['GET /api/user', '', 'id name email phoneNumber'],
  ['POST /api/login', 'email password', 'user needsConfirmation userId message'],
  ['POST /api/logout', '', 'message'],
  ['POST /api/signup', 'name email password phoneNumber consentToMessaging consentToTerms isHelper', 'user'],
  ['POST /api/resend-confirmation', 'email phoneNumber', 'message'],
  ['POST /api/confirm-registration', 'email confirmationCode password', 'user loggedIn authTokens'],
  ['POST /api/forgot-password', 'email', 'message'],
  ['POST /api/reset-password', 'email verificationCode newPassword', 'message'],
  ['GET /api/user/phone-status', '?phoneNumber', 'verified'],
  ['POST /api/verify/phone/confirm', 'email userId phoneNumber code', 'verified'],
  ['POST /api/check-phone-duplicate', 'phoneNumber', 'isDuplicate message'],
  ['POST /api/cognito/initiate-phone-change', 'phoneNumber', 'message'],
  ['POST /api/cognito/confirm-phone-change', 'verificationCode', 'message'],
  ['GET /api/user/phone-numbers', '', 'phoneNumber verified'],
  ['GET /api/user/ask-status', '', 'state serviceNumber lastAnswer questionsThisMonth'],
  ['GET /api/user/home-place', '', 'homePlace'],
  ['POST /api/user/home-place', 'place', 'homePlace'],
  ['DELETE /api/user/home-place', '', 'homePlace'],
  ['GET /api/user/memory', '', 'isOn'],
  ['POST /api/user/memory', 'isOn', 'isOn'],
  ['GET /api/service-phone-numbers', '', 'servicePhoneNumbers'],
  ['POST /api/phone/sync-from-cognito', '', 'message phoneNumbers'],
  ['GET /api/subscription/plans', '', 'plans'],
  ['POST /api/create-subscription', 'plan', 'checkoutUrl sessionId'],
  ['GET /api/user/subscription', '?refresh', 'plan status canceledAt expiryDate'],
  ['POST /api/subscription/cancel-immediately', '', 'message'],
  ['POST /api/subscription/cancel-at-period-end', '', 'message'],
  ['POST /api/create-customer-portal', '', 'url redirectUrl message'],
  ['DELETE /api/user/account', '', 'message'],
  [
    'POST /api/support',
    'ticketId email phoneNumber supportType customSubject messageDate messageTime messageTimezone message preferCall attachments',
    'message ticketId',
  ],
  ['POST /api/contact', 'name email subject country message attachment', 'message'],
  ['GET /api/version', '', 'version environment deployedTime'],
  ['GET /api/status', '', 'version service'],
  ['POST /api/demo/search', 'query', 'response isFree'],
  ['GET /api/admin/auth-check', '?token', 'authorized'],
  ['GET /api/admin/monitoring', '?token', 'system dbFallback searchStats userMigration paymentEvents'],
  ['POST /api/admin/monitoring/toggle', 'feature enabled', 'status'],
  ['POST /api/admin/db-fallback/sync', '', 'status'],
  ['POST /api/admin/cognito/migrate-users', 'limit', 'migrated failed'],
  ['POST /api/admin/cognito/setup-groups', '', 'message'],
];

async function readDocs(url: string): Promise<Paths> {
  const response = await fetch(`${url}/api/docs`);
  expect(response.headers.get('content-type')).toContain('application/json');
  const { openapi, paths } = (await response.json()) as { openapi: string; paths: Paths };
  expect(openapi).toMatch(/^3\.1\./);
  return paths;
}

/** The fields of a schema, including those of its alternatives and items. */
function fieldsOf(content: Content | undefined, type: string): string[] {
  const schema = content?.[type]?.schema ?? {};
  const shapes = [schema, ...(schema.anyOf ?? []), schema.items ?? {}] as { properties?: object }[];
  return shapes.flatMap(({ properties }) => Object.keys(properties ?? {}));
}

test('the document describes the request, response and refusals of every call in the specification', async ({
  app,
}) => {
  const paths = await readDocs(app.url);
  const missing: string[] = [];
  for (const [call, request, answer] of calls) {
    const [method = '', path = ''] = call.split(' ');
    const documented = paths[path]?.[method.toLowerCase()];
    const { parameters = [], requestBody, responses = {} } = documented ?? {};
    const asked = [
      ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `?${name}`),
      ...fieldsOf(requestBody?.content, 'application/json'),
      ...fieldsOf(requestBody?.content, form),
    ];
    const answered = fieldsOf(responses['200']?.content, 'application/json');
    const expected = { asked: request.split(' ').filter(Boolean), answered: answer.split(' ') };
    for (const field of expected.asked) if (!asked.includes(field)) missing.push(`${call}: asks for ${field}`);
    for (const field of expected.answered) if (!answered.includes(field)) missing.push(`${call}: answers ${field}`);
    if (asked.length !== expected.asked.length) missing.push(`${call}: asks for more: ${asked.join(' ')}`);
    const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    const isOfSession = documented?.['x-access'] === 'session' && call !== 'GET /api/user';
    if (headers.join(' ') !== (isOfSession ? EXPECTED_USER_HEADER : ''))
      missing.push(`${call}: has headers ${headers.join(' ')}`);
    if (!documented?.summary) missing.push(`${call}: says what for`);
    const isPrivate = documented?.['x-access'] !== 'public';
    if (isPrivate !== (documented?.security ?? []).length > 0) missing.push(`${call}: says who may`);
    if ((isPrivate || requestBody) && fieldsOf(responses['4XX']?.content, 'application/json').length === 0) {
      missing.push(`${call}: says how it refuses`);
    }
  }
  expect(missing).toEqual([]);
});

test('each call has a name of its own, made of its method and path', async ({ app }) => {
  expect([
    operationIdOf('GET', '/api/user/phone-numbers'),
    operationIdOf('POST', '/webhooks/stripe'),
    operationIdOf('DELETE', '/api/texts/:id'),
  ]).toEqual(['getUserPhoneNumbers', 'postWebhooksStripe', 'deleteTextsById']);
  const paths = await readDocs(app.url);
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^(?:get|post|put|patch|delete)[A-Z]\w+$/);
});

test('a page shows every call, without scripts or content from other hosts', async ({ app }) => {
  const response = await fetch(`${app.url}/api-docs`);
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const [path, methods] of Object.entries(await readDocs(app.url))) {
    expect(page).toContain(`<span class="path">${path}</span>`);
    for (const { operationId } of Object.values(methods)) expect(page).toContain(`<details id="${operationId}">`);
  }
  expect(page).toContain('<code>consentToTerms</code>: boolean');
  expect(page).not.toMatch(/<script|https?:|undefined|\[object/);
  const csp = response.headers.get('content-security-policy');
  expect(csp).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/);
});
