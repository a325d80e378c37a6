import { defaultBrand } from '#contract/default-brand.ts';

import type { Installation } from './brand.ts';

/** Domains (RFC 2606) and US numbers (the exchange 555) that are no one's. */
const example = /\.example(?:$|[/:>\s])|(?:^|[@/.])example\.(?:com|net|org)(?:$|[/:>\s])|\+1\d{3}555\d{4}/i;

/** What people read and must be the operator's own, by setting. */
export type OwnValues = Readonly<Record<string, string>>;

/** A setting that is not the operator's own, and the remedy; both without capital and period. */
export type LeftOver = { readonly problem: string; readonly remedy: string };

/**
 * The settings that are still an example or a default, with which pages, texts and emails would speak for someone else.
 * Empty if the installation is the operator's own.
 */
export function leftOver(ownValues: OwnValues, { brand, brandFile }: Installation): LeftOver[] {
  const inFile = (field: string): string => `${field} in BRAND_FILE (${brandFile})`;
  const links = [
    ...(brand.sister === null ? [] : [['sister', brand.sister.url] as const]),
    ...brand.social.map(({ url }) => ['social', url] as const),
  ];
  const examples = [
    ...Object.entries(ownValues).filter(([, value]) => example.test(value)),
    ...links.filter(([, url]) => example.test(url)).map(([field]) => [inFile(field)] as const),
  ].map(([name]) => name);
  const setOwn = 'set your own';
  return [
    ...[...new Set(examples)].map((name) => ({ problem: `${name} is an example`, remedy: setOwn })),
    ...(brand.company === defaultBrand.company
      ? [{ problem: `${inFile('company')} is the default`, remedy: setOwn }]
      : []),
    ...(brand.address === null
      ? [{ problem: `${inFile('address')} is not set`, remedy: "set the company's postal address" }]
      : []),
  ];
}
