import { brand } from '#contract/brand.ts';

/** The copy of the admin page before and during the login, by the file that shows them. */
export const gateCopy = {
  adminPage: {
    pageTitle: `Admin · ${brand.name}`,
    pageDescription: `Where the operators of ${brand.name} log in.`,
    opening: 'Opening the admin area',
  },
  gate: {
    admin: 'Admin',
    lead: 'For the operators of the service.',
    operatorAccountInstead: 'Use your operator account',
    needsJavaScript: 'This form needs JavaScript. Reload the page, turn JavaScript on, or use another browser.',
    adminPassword: 'Admin Password',
    checking: 'Checking…',
    login: 'Login',
    cancel: 'Cancel',
  },
  operatorGate: {
    admin: 'Admin',
    lead: 'Log in with your operator account.',
    checking: 'Checking…',
    logIn: 'Log In',
    adminPasswordInstead: 'Use the admin password',
    name: 'Name',
    password: 'Password',
    codeHint: 'The 6-digit code from your authenticator app.',
  },
} as const;
