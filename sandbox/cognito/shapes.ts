import * as z from 'zod';

/** Members of requests, with the limits of AWS's model (cognito-idp 2016-04-18). */
const clean = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;
const cleanOrSpaced = /^[\p{L}\p{M}\p{S}\p{N}\p{P}\t\n\r ]+$/u;

export const clientId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w+]+$/);
export const username = z.string().min(1).max(128).regex(clean);
export const password = z.string().max(256).regex(/^\S+$/);
export const poolId = z
  .string()
  .min(1)
  .max(55)
  .regex(/^[\w-]+_[0-9a-zA-Z]+$/);
export const groupName = z.string().min(1).max(128).regex(clean);
export const attributeName = z.string().min(1).max(32).regex(cleanOrSpaced);
export const attributes = z.array(z.object({ Name: attributeName, Value: z.string().max(2_048).optional() }));
const text = z.string().max(131_072);
const textMap = z.record(z.string(), text);

/** Members that every public operation accepts in addition to its own. */
export const publicMembers = {
  ClientId: clientId,
  AnalyticsMetadata: z.object({ AnalyticsEndpointId: text.optional() }).optional(),
  UserContextData: z.object({ IpAddress: text.optional(), EncodedData: text.optional() }).optional(),
  ClientMetadata: textMap.optional(),
};
export const authParameters = textMap;
export const clientMetadata = textMap.optional();
export const session = z.string().min(20).max(2_048).optional();
export const page = {
  Limit: z.int().min(0).max(60).optional(),
  NextToken: z.string().min(1).max(131_072).regex(/^\S+$/).optional(),
};
export const onUser = { UserPoolId: poolId, Username: username };
export type Attributes = z.output<typeof attributes>;
