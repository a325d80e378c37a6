/** The errors of the emulated operations, by the names of AWS's model. */
export type ErrorName =
  | 'AliasExistsException'
  | 'GroupExistsException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'MissingAuthenticationTokenException'
  | 'NotAuthorizedException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UserNotFoundException'
  | 'UsernameExistsException';

/** A refusal by Cognito: HTTP 400 with `__type`. */
export class CognitoError extends Error {
  readonly type: ErrorName;

  constructor(type: ErrorName, message: string) {
    super(message);
    this.name = 'CognitoError';
    this.type = type;
  }
}

/** Wrong password or unknown user, which must look alike. */
export function notAuthorized(message = 'Incorrect username or password.'): CognitoError {
  return new CognitoError('NotAuthorizedException', message);
}

export function invalidParameter(message: string): CognitoError {
  return new CognitoError('InvalidParameterException', message);
}

export function userNotFound(): CognitoError {
  return new CognitoError('UserNotFoundException', 'User does not exist.');
}
