import { ProviderError, type ProviderErrorKind } from '#server/providers/ports/provider-error.ts';

/**
 * Cognito's and the SDK's names for failures, as our kinds. What is not named here was refused for what it asked, if
 * Cognito answered at all. See the model's "errors" of each operation, and "Common errors" of the API reference.
 */
const kinds: Readonly<Record<string, ProviderErrorKind>> = {
  TooManyRequestsException: 'rate_limited',
  LimitExceededException: 'rate_limited',
  ThrottlingException: 'rate_limited',
  RequestLimitExceeded: 'rate_limited',
  PasswordAttemptsExceeded: 'rate_limited',
  // Faults of our setup: keys, rights, the pool or its client.
  NotAuthorizedException: 'auth',
  AccessDeniedException: 'auth',
  UnrecognizedClientException: 'auth',
  InvalidSignatureException: 'auth',
  IncompleteSignature: 'auth',
  ExpiredTokenException: 'auth',
  MissingAuthenticationTokenException: 'auth',
  InvalidClientTokenId: 'auth',
  CredentialsProviderError: 'auth',
  ForbiddenException: 'auth',
  OperationNotEnabledException: 'auth',
  ResourceNotFoundException: 'auth',
  PreconditionNotMetException: 'auth',
  InvalidSmsRoleAccessPolicyException: 'auth',
  InvalidSmsRoleTrustRelationshipException: 'auth',
  InvalidEmailRoleAccessPolicyException: 'auth',
  InvalidUserPoolConfigurationException: 'auth',
  UnsupportedOperationException: 'auth',
  // A trigger of the pool that failed or was throttled. One that refuses has a name of its own: UserLambdaValidation.
  UnexpectedLambdaException: 'unavailable',
  InvalidLambdaResponseException: 'unavailable',
  InternalErrorException: 'unavailable',
  ServiceUnavailable: 'unavailable',
  // Sent, and not answered in time or not at all: the SDK gives broken connections the first name too.
  TimeoutError: 'ambiguous',
  AbortError: 'ambiguous',
};
/** The SDK's message where its time for a connection is over. */
const notConnected = /did not establish a connection/;

/** The error of a call to Cognito as a ProviderError. Its messages quote the request, so only names are kept. */
export function identityError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const code = errorName(error);
  return new ProviderError('identity', isUnsent(error) ? 'unavailable' : (kinds[code] ?? kindOfStatus(error)), {
    code,
  });
}

/** Whether there was no connection, so that Cognito has received nothing. */
function isUnsent(error: unknown): boolean {
  const { syscall, message } = error as { readonly syscall?: unknown; readonly message?: unknown };
  return syscall === 'connect' || (typeof message === 'string' && notConnected.test(message));
}

function kindOfStatus(error: unknown): ProviderErrorKind {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === undefined || status >= 500) return 'unavailable';
  // A success whose body could not be read has taken effect all the same.
  if (status < 400) return 'ambiguous';
  // Not Cognito's words, but those of a proxy or a firewall in front of it.
  return error instanceof SyntaxError ? 'unavailable' : 'rejected';
}

/**
 * The error's name: `UserNotFoundException` and its like, whatever the class. Cognito's lock after wrong passwords has
 * the name of a wrong password, and only its message tells the two apart: here it is `PasswordAttemptsExceeded`
 * (developer guide, "Lockout behavior for failed sign-in attempts").
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const isLock = error.name === 'NotAuthorizedException' && /password attempts exceeded/i.test(error.message);
  return isLock ? 'PasswordAttemptsExceeded' : error.name;
}
