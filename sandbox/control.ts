import * as z from 'zod';

import type { Vendor } from './context.ts';
import { refuseInvalid } from './control-errors.ts';
import { FaultsBody } from './faults.ts';

const SettingsBody = z.strictObject({ productUrl: z.url({ protocol: /^https?$/ }) });

/** Control calls of no particular vendor: faults and addresses. */
export const control: Vendor = ({ faults, addresses }) =>
  async function controlRoutes(app) {
    refuseInvalid(app);

    app.get('/sandbox/faults', async () => faults.all());
    app.put('/sandbox/faults', async (request) => {
      faults.set(FaultsBody.parse(request.body));
      return faults.all();
    });
    app.delete('/sandbox/faults', async () => {
      faults.clear();
      return faults.all();
    });

    app.get('/sandbox/addresses', async () => addresses);
    app.put('/sandbox/addresses', async (request) => {
      addresses.product = SettingsBody.parse(request.body).productUrl.replace(/\/+$/, '');
      return addresses;
    });
  };
