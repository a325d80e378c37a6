/** The errors of the calls that are simulated, by the names of AWS's model. */
export type ErrorName =
  | 'AliasExistsException'
  | 'CodeDeliveryFailureException'
  | 'CodeMismatchException'
  | 'ExpiredCodeException'
  | 'GroupExistsException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'MissingAuthenticationTokenException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'TooManyFailedAttemptsException'
  | 'TooManyRequestsException'
  | 'UnauthorizedException'
  | 'UnknownOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UnsupportedUserStateException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException';

/** A refusal in Cognito's words: HTTP 400 with `__type`. */
export class CognitoError extends Error {
  readonly type: ErrorName;

  constructor(type: ErrorName, message: string) {
    super(message);
    this.name = 'CognitoError';
    this.type = type;
  }
}

/** Wrong password, unknown user (where that is not told), whatever must look alike. */
export function notAuthorized(message = 'Incorrect username or password.'): CognitoError {
  return new CognitoError('NotAuthorizedException', message);
}

export function invalidParameter(message: string): CognitoError {
  return new CognitoError('InvalidParameterException', message);
}

export function userNotFound(): CognitoError {
  return new CognitoError('UserNotFoundException', 'User does not exist.');
}

export function codeMismatch(): CognitoError {
  return new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}

export function expiredCode(): CognitoError {
  return new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
}

/** Too often in too little time. */
export function limitExceeded(): CognitoError {
  return new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
}
