import * as z from 'zod';

import { newAccount } from '../objects/account.ts';
import { type ApiCall, call } from '../wire/call.ts';
import { expand } from '../wire/params.ts';

/** `/v1/account`: our own account. */
export const accountCalls: readonly ApiCall[] = [
  call({
    method: 'GET',
    path: '/v1/account',
    name: 'accounts.retrieveCurrent',
    params: z.strictObject({ expand }),
    answer: (account) => newAccount(account.isRestricted()),
  }),
];
