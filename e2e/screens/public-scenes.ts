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
  /** The reader has turned JavaScript off. */
  readonly isWithoutScripts?: boolean;
};

/** Twice the browser's text size (WCAG 1.4.4). */
export async function enlargeText(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Your question').fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
}

async function sendMessage(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('The engine has stopped again.');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

const pages: readonly Scene[] = [
  ['home', '/'],
  ['faq', '/faq'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['about-us', '/about-us'],
  ['contact', '/contact'],
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
    name: 'faq-filter',
    path: '/faq',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Find a question').fill('refund');
      await page.getByText(/^[0-9]+ of /).waitFor();
    },
  },
  {
    name: 'faq-filter-none',
    path: '/faq',
    act: async (page) => {
      await page.getByLabel('Find a question').fill('bicycle');
      await page.getByText('No match.').waitFor();
    },
  },
  { name: 'faq-large', path: '/faq', act: enlargeText },
  { name: 'home-large', path: '/', act: enlargeText },
  { name: 'home-without-scripts', path: '/', isWithoutScripts: true },
  {
    name: 'page-failed',
    path: '/',
    act: async (page) => {
      await page.route('**/assets/about-us-page*', (route) => route.abort());
      await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
      await page.getByRole('heading', { level: 1, name: 'This page didn’t load' }).waitFor();
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
    name: 'demo-on-the-phone',
    path: '/',
    isWindow: true,
    calls: {
      'POST /api/demo/search': () => ({
        json: {
          response:
            'Chicago tomorrow: mostly cloudy, high near 41F, low around 30F. Wind from the northwest at 10 to 15 mph, with gusts to 25 in the afternoon. A few snow showers are possible after 6 PM, but little will stick. Dress warmly.',
        },
      }),
    },
    act: async (page) => {
      await ask(page, 'What is the weather in Chicago tomorrow, and should I take a coat?');
      await page.getByText('1/3 free demo searches used').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  },
  {
    name: 'demo-failed',
    path: '/#demo',
    isWindow: true,
    calls: { 'POST /api/demo/search': () => ({ status: 503, json: { code: 'temporarily_unavailable', message: '' } }) },
    act: async (page) => {
      await ask(page, 'Is the library open on Sunday?');
      await page.getByText('Error:').waitFor();
    },
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
    name: 'contact-failed',
    path: '/contact',
    isWindow: true,
    calls: { 'POST /api/contact': () => ({ status: 500, json: { code: 'internal', message: 'Broken.' } }) },
    act: async (page) => {
      await sendMessage(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'contact-sent',
    path: '/contact',
    isWindow: true,
    calls: { 'POST /api/contact': () => ({ json: { message: 'Received.' } }) },
    act: async (page) => {
      await sendMessage(page);
      await page.getByText('Message Sent', { exact: true }).waitFor();
    },
  },
];

/** Every public page, and every state that looks different; for those that lead into an account see entry-scenes.ts. */
export const publicScenes: readonly Scene[] = [...pages, ...states];
