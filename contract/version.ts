import * as z from 'zod/mini';

/** `GET /api/version`: the deployed version. */
export const VersionReply = z.object({
  version: z.string(),
  environment: z.string(),
  deployedTime: z.nullable(z.string()),
});
export type VersionReply = z.infer<typeof VersionReply>;

/** `GET /api/status`: the source of the build; null for values that were not set. */
export const StatusReply = z.object({
  version: z.object({
    branch: z.nullable(z.string()),
    commitSha: z.nullable(z.string()),
    deployTime: z.nullable(z.string()),
    env: z.string(),
  }),
});
export type StatusReply = z.infer<typeof StatusReply>;
