/** Titles and sentences of the admin area (docs/reference/specification.md#errors). */
export const adminCopy = {
  loginSucceeded: 'Authentication Successful',
  loginFailedTitle: 'Authentication Failed',
  loginFailed: 'Invalid admin password',
  loginErrorTitle: 'Authentication Error',
  loginError: 'Could not verify admin credentials',
  fetchErrorTitle: 'Data Fetch Error',
  fetchError: 'Could not load monitoring data',
  toggleErrorTitle: 'Toggle Error',
  syncErrorTitle: 'Sync Error',
  syncInitiated: 'Sync Initiated',
  migrationErrorTitle: 'Migration Error',
  migrationError: 'Could not migrate users to the identity service',
  batchProcessed: 'Migration Batch Processed',
  setupErrorTitle: 'Setup Error',
  setupDone: 'Groups Set Up',
  /** After 30 minutes without input. */
  signedOutIdle: 'You were signed out after 30 minutes without activity. Please sign in again.',
  /** The server's refusals. */
  signInFailed: 'The name, the password or the code is not right. Each code works once: wait for the next one.',
  unauthorized: 'This is for the operator. Please log in to the admin area again.',
  tooManyTries: 'Too many failed tries. Please wait a while before the next one.',
  groupsCreated: 'The groups Administrators and Users were created. Migrated users are being added to them.',
  groupsExisted: 'The groups already exist. Migrated users are being added to them again.',
  migrationOff: 'Users cannot be migrated yet: set IDENTITY_STAGE to "during" first.',
} as const;
