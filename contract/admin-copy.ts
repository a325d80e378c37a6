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
  loggedOutIdle: 'You were logged out after 30 minutes without activity. Please log in again.',
  /** The server's refusals. */
  signInFailed: 'The name, password, or code is wrong. Each code works once, so wait for the next one.',
  unauthorized: 'Operators only. Please log in to the admin area again.',
  tooManyTries: 'Too many failed tries. Please wait a while, then try again.',
  groupsCreated: 'Created the groups Administrators and Users. Migrated users are being added to them.',
  groupsExisted: 'The groups already exist. Migrated users are being added to them again.',
  migrationOff: 'Users can’t be migrated yet. Set IDENTITY_STAGE to "during" first.',
} as const;
