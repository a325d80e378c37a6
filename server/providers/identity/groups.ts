/** The groups of the identity service (spec, section 6). */
export const USERS = 'Users';

export const groups: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Administrators', description: 'Who runs the service' },
  { name: USERS, description: 'Who has an account' },
];
