import type { Page } from 'playwright-core';

import type { Reply } from './static-site.ts';
import type { Visit } from './visit.ts';

/** What a server that answers with a sentence says no with. */
export const refusal = (message: string, status = 409): Reply => ({ status, json: { code: 'conflict', message } });

/** The control with exactly this label. */
export const field = ({ page }: Visit, label: string) => page.getByLabel(label, { exact: true });

/** The one toast, if there is one. */
export const toast = ({ page }: { readonly page: Page }) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** The body of the first call of this name, read as JSON. */
export const bodyOf = (it: Visit, call: string): unknown =>
  JSON.parse(it.site.received.find((received) => received.call === call)?.body ?? 'null');

/** The address without its host. */
export const pathOf = ({ page }: Visit) => new URL(page.url()).pathname;

/** All that this tab keeps, as JSON. */
export const sessionStorageOf = async ({ page }: Visit) =>
  String(await page.evaluate('JSON.stringify({ ...sessionStorage })'));
