import { expect, test } from 'vitest';

import { startFixedAnswer } from '#server/testing/fixed-answer.ts';

import { cognitoPool } from './identity-pool.ts';

const json = 'application/x-amz-json-1.1';
const person = { ownerId: 'user-1', name: 'Ann', email: 'ann@askline.example', phoneNumber: null };

function poolAt(endpoint: string) {
  const credentials = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' };
  return cognitoPool({
    userPoolId: 'us-east-1_Sandbox00',
    clientId: 'client',
    region: 'us-east-1',
    endpoint,
    credentials,
  });
}

test.for([
  ['InvalidParameterException', 'rejected'],
  ['UserLambdaValidationException', 'rejected'],
  ['UnexpectedLambdaException', 'unavailable'],
  ['InvalidLambdaResponseException', 'unavailable'],
  ['PreconditionNotMetException', 'auth'],
  ['InvalidSmsRoleAccessPolicyException', 'auth'],
  ['InvalidSmsRoleTrustRelationshipException', 'auth'],
  ['InvalidEmailRoleAccessPolicyException', 'auth'],
  ['InvalidUserPoolConfigurationException', 'auth'],
  ['UnsupportedOperationException', 'auth'],
  ['TooManyRequestsException', 'rate_limited'],
] as const)('%s is told as %s', async ([code, kind]) => {
  const body = JSON.stringify({ __type: code, message: 'Why.' });
  await using server = await startFixedAnswer({ status: 400, contentType: json, body });
  await expect(poolAt(server.url).create(person)).rejects.toMatchObject({ name: 'ProviderError', kind, code });
});

test('a page of HTML in front of the pool says nothing about the request', async () => {
  await using server = await startFixedAnswer({ status: 403, contentType: 'text/html', body: '<html>Blocked</html>' });
  await expect(poolAt(server.url).create(person)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('an identity on a later page is found, and the pages are read to their end', async () => {
  const user = (sub: string) => ({ Username: sub, Attributes: [{ Name: 'sub', Value: sub }] });
  const page = (Users: object[], PaginationToken?: string) => {
    return { contentType: json, body: JSON.stringify({ Users, PaginationToken }) };
  };
  await using server = await startFixedAnswer(page([], 'a'), page([user('1')], 'b'), page([user('2')]));
  expect(await poolAt(server.url).findOwnedBy('user-1')).toEqual(['1', '2']);
  expect(server.requests()).toBe(3);
});

test('pages without an end are a failure of the pool', async () => {
  await using server = await startFixedAnswer({ contentType: json, body: '{"Users":[],"PaginationToken":"a"}' });
  await expect(poolAt(server.url).findOwnedBy('user-1')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a phone number of the pool counts only if it is verified', async () => {
  const found = async (verified: string) => {
    const attributes = Object.entries({ sub: '1', phone_number: '+12025550142', phone_number_verified: verified });
    const UserAttributes = attributes.map(([Name, Value]) => ({ Name, Value }));
    const body = JSON.stringify({ Username: '1', UserAttributes });
    await using server = await startFixedAnswer({ contentType: json, body });
    return await poolAt(server.url).find('1');
  };
  expect(await found('true')).toMatchObject({ phoneNumber: '+12025550142' });
  expect(await found('false')).toMatchObject({ phoneNumber: null });
});

test('a success whose reply cannot be read may have taken effect', async () => {
  await using server = await startFixedAnswer({ contentType: json, body: '{"User":' });
  await expect(poolAt(server.url).create(person)).rejects.toMatchObject({ name: 'ProviderError', kind: 'ambiguous' });
});
