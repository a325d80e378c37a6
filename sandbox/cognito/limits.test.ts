import { expect, test } from 'vitest';

import { cognitoModel, raw, signed } from '../testing/cognito-client.ts';
import { startTestSandbox } from '../testing/start.ts';

const ClientId = 'sandboxclient00000000000000';
const UserPoolId = 'us-east-1_Sandbox00';

/** A request that the model allows, from its required members. */
function sample(shapeName: string): Record<string, unknown> {
  const values: Record<string, unknown> = {
    ClientIdType: ClientId,
    UserPoolIdType: UserPoolId,
    UsernameType: 'ann@example.com',
    PasswordType: 'Secret-123',
    AuthFlowType: 'USER_PASSWORD_AUTH',
    AttributeListType: [],
    GroupNameType: 'Users',
  };
  const { required = [], members = {} } = cognitoModel!.shapes[shapeName]!;
  return Object.fromEntries(required.map((name) => [name, values[members[name]!.shape]]));
}

test.skipIf(!cognitoModel)(
  'each call keeps every limit of AWS’s model: nothing missing, too short, too long or of another alphabet',
  async () => {
    await using sandbox = await startTestSandbox();
    const operations = [
      'InitiateAuth',
      'AdminCreateUser',
      'AdminSetUserPassword',
      'AdminGetUser',
      'AdminDeleteUser',
      'AdminUpdateUserAttributes',
      'AdminConfirmSignUp',
      'CreateGroup',
      'ListGroups',
      'AdminAddUserToGroup',
      'ListUsers',
      'DescribeUserPool',
      'DescribeUserPoolClient',
    ];
    const accepted: string[] = [];
    let tried = 0;
    for (const name of operations) {
      const inputShape = cognitoModel!.operations[name]!.input.shape;
      const good = sample(inputShape);
      const { members = {}, required = [] } = cognitoModel!.shapes[inputShape]!;
      for (const [member, { shape }] of Object.entries(members)) {
        const { type, max, min, pattern, enum: values } = cognitoModel!.shapes[shape]!;
        const bad: unknown[] = [
          ...(required.includes(member) ? [undefined] : []),
          ...(type === 'string' && max !== undefined && max < 131_072 ? ['a'.repeat(max + 1)] : []),
          ...(type === 'string' && min !== undefined && min > 0 ? [''] : []),
          ...(type === 'string' && pattern !== undefined ? ['\u0000 \u0000'] : []),
          ...(type === 'integer' && max !== undefined ? [max + 1] : []),
          ...(type === 'integer' && min !== undefined ? [min - 1] : []),
          ...(values ? ['NONSENSE'] : []),
          ...(type === 'boolean' ? ['yes'] : []),
        ];
        for (const value of bad) {
          tried += 1;
          const { type: error } = await raw(sandbox, name, { ...good, [member]: value }, signed);
          if (error !== 'InvalidParameterException' && error !== 'SerializationException')
            accepted.push(`${name}.${member} ${error}`);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(80);
  },
);
