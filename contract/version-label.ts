/** How long a page may believe a version that it read. */
export const VERSION_CACHE_MS = 5 * 60 * 1000;

/** The label in the footer: the version without a leading v, then prod or dev. */
export function versionLabel({ version, environment }: { version: string; environment: string }): string {
  return `${version.replace(/^v/i, '')}-${environment === 'production' ? 'prod' : 'dev'}`;
}
