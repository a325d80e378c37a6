/** How long a page may cache the version. */
export const VERSION_CACHE_MS = 5 * 60 * 1000;

/** The footer label: the version without a leading v, then prod or dev. */
export function versionLabel({ version, environment }: { version: string; environment: string }): string {
  return `${version.replace(/^v/i, '')}-${environment === 'production' ? 'prod' : 'dev'}`;
}
