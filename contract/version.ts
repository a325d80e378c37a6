import * as z from 'zod/mini';

/** `GET /api/version`: what runs here. */
export const VersionReply = z.object({
  version: z.string(),
  environment: z.string(),
  deployedTime: z.nullable(z.string()),
});
export type VersionReply = z.infer<typeof VersionReply>;

/** `GET /api/status`: where it was built from; null where nobody said. */
export const StatusReply = z.object({
  version: z.object({
    branch: z.nullable(z.string()),
    commitSha: z.nullable(z.string()),
    deployTime: z.nullable(z.string()),
    env: z.string(),
  }),
});
export type StatusReply = z.infer<typeof StatusReply>;

/** How long a page may believe a version that it read. */
export const VERSION_CACHE_MS = 5 * 60 * 1000;

/** The label in the footer: the version without a leading v, then prod or dev. */
export function versionLabel({ version, environment }: Pick<VersionReply, 'version' | 'environment'>): string {
  return `${version.replace(/^v/i, '')}-${environment === 'production' ? 'prod' : 'dev'}`;
}
