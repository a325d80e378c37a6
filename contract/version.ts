import * as z from 'zod/mini';

/** `GET /api/version`: the deployed version. */
export const VersionReply = z.object({
  version: z.string(),
  environment: z.string(),
  deployedTime: z.nullable(z.string()),
});
export type VersionReply = z.infer<typeof VersionReply>;

/** `GET /api/status`: the source of the build; null for values that were not set. And whether texts are answered now. */
export const StatusReply = z.object({
  version: z.object({
    branch: z.nullable(z.string()),
    commitSha: z.nullable(z.string()),
    deployTime: z.nullable(z.string()),
    env: z.string(),
  }),
  /** Not sent by the previous release. */
  service: z.optional(z.enum(['working', 'disruption'])),
});
export type StatusReply = z.infer<typeof StatusReply>;
