import type { Page } from 'playwright-core';

import type { Reply } from './static-site.ts';
import type { Visit } from './visit.ts';

/** A refusal with a message from the server. */
export const refusal = (message: string, status = 409): Reply => ({ status, json: { code: 'conflict', message } });

/** The field with exactly this label. */
export const field = ({ page }: Visit, label: string) => page.getByLabel(label, { exact: true });

/** Fills in the fields with these labels. */
export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** The one toast, if there is one. */
export const toast = ({ page }: { readonly page: Page }) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** The button for another code, once it no longer shows a wait. Its name is the same during the wait. */
export const resendNow = ({ page }: { readonly page: Page }) =>
  page.getByRole('button', { name: 'Resend code', exact: true }).filter({ hasText: /^Resend code$/ });

/** The body of the first call of this name, read as JSON. */
export const bodyOf = (visit: Visit, call: string): unknown =>
  JSON.parse(visit.site.received.find((received) => received.call === call)?.body ?? 'null');

/** The path of the page's URL. */
export const pathOf = ({ page }: Visit) => new URL(page.url()).pathname;

/** The tab's session storage as JSON. */
export const sessionStorageOf = async ({ page }: Visit) =>
  String(await page.evaluate('JSON.stringify({ ...sessionStorage })'));
