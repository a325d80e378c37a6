import type { FastifyInstance } from 'fastify';

import type { Vendor } from '../context.ts';
import { overviewPage } from './overview-page.ts';
import { phonePage } from './phone-page.ts';
import { sendPage } from './shell.ts';

/** The pages of no particular vendor: the overview and the phone simulator. */
export const pages: Vendor = () => pageRoutes;

async function pageRoutes(app: FastifyInstance): Promise<void> {
  app.get('/', async (_request, reply) => sendPage(reply, overviewPage()));
  app.get('/phone', async (_request, reply) => sendPage(reply, phonePage()));
}
