import * as z from 'zod/mini';

import { e164 } from './phone-numbers.ts';

/** `GET /api/service-phone-numbers`: where to text questions to, in E.164. */
export const ServiceNumbersReply = z.object({ servicePhoneNumbers: z.array(e164) });
export type ServiceNumbersReply = z.infer<typeof ServiceNumbersReply>;
