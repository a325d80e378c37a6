import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  type AttributeType,
  CreateGroupCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';

import type { IdentityDetails, IdentityPool, PoolIdentity } from '#server/providers/ports/identity-pool.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { ask, openPool, type PoolOptions } from './pool-client.ts';
import { poolPasswords } from './pool-passwords.ts';

/** More than an account has identities, however short the pages are. */
const pagesMax = 20;

/**
 * A Cognito user pool whose users sign in with their address (`UsernameAttributes: email`), through a client without a
 * secret that allows USER_PASSWORD_AUTH. Every call of a method: one try of at most 5 s. @throws ProviderError
 */
export function cognitoPool(options: PoolOptions) {
  const client = openPool(options);
  const { userPoolId: UserPoolId, send } = client;
  return {
    ...poolPasswords(client),

    /** Makes an identity without a password that anyone knows. @returns its id; null when the address is known */
    async create(details: IdentityDetails): Promise<string | null> {
      const command = new AdminCreateUserCommand({
        UserPoolId,
        Username: details.email,
        // There is no phone to remove.
        UserAttributes: attributesOf({ ...details, isPhoneOurs: false }),
        // No invitation: migrated accounts do not notice.
        MessageAction: 'SUPPRESS',
      });
      const made = await ask(() => send(command), { UsernameExistsException: null });
      return made && identityOf(made.User?.Username, made.User?.Attributes).id;
    },

    /** @param name an id or an address */
    async find(name: string): Promise<PoolIdentity | null> {
      const command = new AdminGetUserCommand({ UserPoolId, Username: name });
      const found = await ask(() => send(command), { UserNotFoundException: null });
      return found && identityOf(found.Username, found.UserAttributes);
    },

    /** The identities of an account; more than one only after a fault. */
    async findOwnedBy(ownerId: string): Promise<string[]> {
      const query = { UserPoolId, Filter: `preferred_username = "${ownerId}"`, Limit: 10 };
      const found: string[] = [];
      let PaginationToken: string | undefined;
      // A page may be short or empty with more to come (API reference, "ListUsers").
      for (let pages = 0; pages < pagesMax; pages += 1) {
        const command = new ListUsersCommand({
          ...query,
          ...(PaginationToken === undefined ? {} : { PaginationToken }),
        });
        const page = await ask(() => send(command));
        for (const { Username, Attributes } of page.Users ?? []) found.push(identityOf(Username, Attributes).id);
        PaginationToken = page.PaginationToken;
        if (PaginationToken === undefined || PaginationToken === '') return found;
      }
      // An incomplete list would leave an identity behind for good.
      throw new ProviderError('identity', 'unavailable', { code: 'too_many_pages' });
    },

    /**
     * Brings what is known of someone up to date, except an address that another identity has.
     * @returns false when there is no such identity
     */
    async update(id: string, details: IdentityDetails): Promise<boolean> {
      const change = (UserAttributes: AttributeType[]) => {
        const command = new AdminUpdateUserAttributesCommand({ UserPoolId, Username: id, UserAttributes });
        return ask(() => send(command), { UserNotFoundException: null, AliasExistsException: 'taken' as const });
      };
      const attributes = attributesOf(details);
      const outcome = await change(attributes);
      if (outcome !== 'taken') return outcome !== null;
      return (await change(attributes.filter(({ Name }) => Name !== 'email'))) !== null;
    },

    /** Idempotent: a missing identity is no error. */
    async remove(id: string): Promise<void> {
      await ask(() => send(new AdminDeleteUserCommand({ UserPoolId, Username: id })), { UserNotFoundException: null });
    },

    /** Idempotent: an existing group is no error. */
    async createGroup(GroupName: string, Description: string): Promise<void> {
      const command = new CreateGroupCommand({ UserPoolId, GroupName, Description });
      await ask(() => send(command), { GroupExistsException: null });
    },

    /** Adds an identity to a group. Idempotent; a missing identity is no error. */
    async addToGroup(id: string, GroupName: string): Promise<void> {
      const command = new AdminAddUserToGroupCommand({ UserPoolId, Username: id, GroupName });
      await ask(() => send(command), { UserNotFoundException: null });
    },
  } satisfies IdentityPool;
}

/**
 * Both contacts count as verified: the phone is, by our own code; and codes for passwords are ours too. A blank value
 * removes an attribute (API reference, "AdminUpdateUserAttributes").
 */
function attributesOf(details: IdentityDetails): { Name: string; Value: string }[] {
  const { ownerId, name, email, phoneNumber, isPhoneOurs = false } = details;
  const phone = [
    { Name: 'phone_number', Value: phoneNumber ?? '' },
    { Name: 'phone_number_verified', Value: String(phoneNumber !== null) },
  ];
  return [
    { Name: 'preferred_username', Value: ownerId },
    { Name: 'name', Value: name },
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
    ...(phoneNumber !== null || isPhoneOurs ? phone : []),
  ];
}

function identityOf(username: string | undefined, attributes: readonly AttributeType[] = []): PoolIdentity {
  const values = new Map(attributes.map(({ Name, Value }) => [Name, Value]));
  return {
    id: values.get('sub') ?? username ?? '',
    ownerId: values.get('preferred_username') ?? null,
    phoneNumber: values.get('phone_number_verified') === 'true' ? (values.get('phone_number') ?? null) : null,
  };
}
