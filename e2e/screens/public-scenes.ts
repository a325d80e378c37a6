import type { Page } from 'playwright-core';

import { user } from '../account-calls.ts';
import type { Calls } from '../static-site.ts';

/** A state to take a screenshot of: a page, and the actions that lead to the state. */
export type Scene = {
  readonly name: string;
  readonly path: string;
  readonly calls?: Calls;
  readonly cookies?: readonly string[];
  readonly act?: (page: Page) => Promise<void>;
  /** Capture only the window, for overlays; default: the full page. */
  readonly isWindow?: boolean;
};

const refused = (message: string) => () => ({ status: 409, json: { code: 'conflict', message } });

async function fillInSignup(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await page.getByLabel('Confirm password').fill('Secret123!');
  await page.getByLabel('Phone number').fill('(212) 555-0142');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Your question').fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
}

const pages: readonly Scene[] = [
  ['home', '/'],
  ['faq', '/faq'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['about-us', '/about-us'],
  ['contact', '/contact'],
  ['signup', '/signup'],
  ['login', '/login'],
  ['forgot-password', '/forgot-password'],
  ['not-found', '/nowhere'],
].map(([name = '', path = '']) => ({ name, path }));

const states: readonly Scene[] = [
  {
    name: 'faq-open',
    path: '/faq',
    act: async (page) => {
      for (const name of [
        'Can I set it up for someone else?',
        'How do I stop texts, or start them again?',
        'What settings do you use?',
      ])
        await page.getByRole('button', { name }).click();
    },
  },
  {
    name: 'menu',
    path: '/',
    isWindow: true,
    act: async (page) => {
      const toggle = page.getByRole('button', { name: 'Menu' });
      if (await toggle.isVisible()) await toggle.click();
    },
  },
  {
    name: 'account-menu',
    path: '/',
    isWindow: true,
    cookies: ['authenticated'],
    calls: { 'GET /api/user': () => ({ json: user }) },
    act: async (page) => {
      const toggle = page.getByRole('button', { name: 'Menu' });
      if (await toggle.isVisible()) await toggle.click();
      await page.getByRole('button', { name: 'My Account', exact: true }).click();
    },
  },
  {
    name: 'demo-answered',
    path: '/#demo',
    isWindow: true,
    calls: {
      'POST /api/demo/search': () => ({
        json: { response: 'An 18% tip on $42.50 is $7.65. With it the bill comes to $50.15.' },
      }),
    },
    act: (page) => ask(page, 'What’s an 18% tip on $42.50?'),
  },
  {
    name: 'demo-used-up',
    path: '/#demo',
    isWindow: true,
    calls: { 'POST /api/demo/search': () => ({ json: { response: 'Yes, until 6 pm.' } }) },
    act: async (page) => {
      for (const at of [1, 2, 3]) {
        await ask(page, 'Is it open?');
        await page.getByText(`${at}/3 free demo searches used`).waitFor();
      }
      await page.getByText('Demo Limit Reached:').waitFor();
    },
  },
  {
    name: 'contact-faults',
    path: '/contact',
    act: (page) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
  {
    name: 'contact-waitlist',
    path: '/contact?subject=Join+International+Waitlist',
    act: async (page) => page.getByLabel('Country').waitFor(),
  },
  {
    name: 'contact-files',
    path: '/contact',
    act: async (page) => {
      await page.getByLabel('Reason for contacting us').selectOption('Bug Found');
      const file = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') });
      await page
        .getByLabel('Attachments')
        .setInputFiles([file('photo-of-the-phone.png', 900_000), file('trace.log', 3_700_000)]);
      await page.getByText('File too large', { exact: true }).waitFor();
    },
  },
  {
    name: 'contact-sent',
    path: '/contact',
    isWindow: true,
    calls: { 'POST /api/contact': () => ({ json: { message: 'Received.' } }) },
    act: async (page) => {
      await page.getByLabel('Name').fill('Ada Byron');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Message').fill('The engine has stopped again.');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText('Message Sent', { exact: true }).waitFor();
    },
  },
  { name: 'signup-parent', path: '/signup?for=parent' },
  {
    name: 'signup-faults',
    path: '/signup',
    act: (page) => page.getByRole('button', { name: 'Create Account' }).click(),
  },
  {
    name: 'signup-refused',
    path: '/signup',
    isWindow: true,
    calls: { 'POST /api/signup': refused('Phone number already registered. Log in or use a different number.') },
    act: async (page) => {
      await fillInSignup(page);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Phone Number Already Registered', { exact: true }).waitFor();
    },
  },
  {
    name: 'signup-code',
    path: '/signup',
    calls: {
      'POST /api/signup': () => ({
        json: { user, confirmationTicket: 't', codeSent: true, message: 'Sent.', retryAfterSeconds: 60 },
      }),
    },
    act: async (page) => {
      await fillInSignup(page);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByRole('button', { name: 'Wrong number? Change it' }).click();
    },
  },
  {
    name: 'login-failed',
    path: '/login',
    calls: { 'POST /api/login': refused('Invalid email or password.') },
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Secret123!');
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'reset-password',
    path: '/forgot-password',
    calls: { 'POST /api/forgot-password': () => ({ json: { message: 'Sent.' } }) },
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Send Reset Code' }).click();
      await page.getByLabel('New password').waitFor();
    },
  },
];

/** Every public page, and every state that looks different. */
export const publicScenes: readonly Scene[] = [...pages, ...states];
