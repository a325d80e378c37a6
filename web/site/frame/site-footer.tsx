import { useSyncExternalStore, useEffect, useState } from 'react';
import { Link } from 'react-router';

import { brand } from '#contract/brand.ts';
import { VERSION_CACHE_MS, versionLabel } from '#contract/version-label.ts';
import { call, readString } from '#web/lib/api/call.ts';
import { ExternalIcon, LogoMark } from '#web/ui/icons.tsx';

import * as copy from './frame-copy.ts';

const linkClass = 'inline-flex min-h-8 items-center gap-1.5 text-muted hover:text-brand hover:underline';

const columns = [
  {
    title: copy.company,
    links: [
      { to: '/about-us', label: copy.about },
      { to: '/contact', label: copy.contact },
    ],
  },
  { title: copy.resources, links: [{ to: '/faq', label: copy.faq }] },
  {
    title: copy.legal,
    links: [
      { to: '/terms', label: copy.terms },
      { to: '/privacy', label: copy.privacy },
    ],
  },
] as const;

/** The footer of every page: company, help and legal links. */
export function SiteFooter() {
  const version = useVersionLabel();
  const year = useYear();
  return (
    <footer className="mt-24 border-t border-hairline bg-surface">
      <div className="wrap grid grid-cols-2 gap-x-8 gap-y-10 py-12 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 max-w-sm md:col-span-1">
          <p className="flex items-center gap-2.5 text-lg font-bold tracking-tight">
            <LogoMark className="size-7" />
            {brand.name}
          </p>
          <p className="mt-3 text-sm text-balance text-muted">{brand.blurb}</p>
          {brand.sister && (
            <p className="mt-4 text-sm">
              <a href={brand.sister.url} className={linkClass} rel="noopener">
                {brand.sister.name}, {brand.sister.about} <ExternalIcon className="size-4" />
              </a>
            </p>
          )}
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-semibold">{title}</h2>
            <ul className="mt-2 text-sm">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t border-hairline">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-sm text-muted">
          <p>
            © {year} {brand.company}
          </p>
          <ul className="flex flex-wrap gap-x-4">
            {brand.social.map(({ name, url }) => (
              <li key={name}>
                <a href={url} className={linkClass} rel="noopener me">
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <p className="min-h-6 leading-6 tabular-nums sm:min-w-24 sm:text-right">{version}</p>
        </div>
      </div>
    </footer>
  );
}

const never = () => () => undefined;

/** The current year. The HTML shows the year of the build, and hydration must start with the same value. */
function useYear(): number {
  return useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => BUILD_YEAR,
  );
}

let cached: { readonly label: string; readonly readAt: number } | undefined;

/** The label of the running version, such as 1.4.0-prod; empty until it is known or if it cannot be read. */
function useVersionLabel(): string {
  const [label, setLabel] = useState('');
  useEffect(() => {
    readVersion().then(setLabel, () => undefined);
  }, []);
  return label;
}

async function readVersion(): Promise<string> {
  if (cached && Date.now() - cached.readAt < VERSION_CACHE_MS) return cached.label;
  const label = await call('/api/version', { reads: { parse: toLabel } });
  cached = { label, readAt: Date.now() };
  return label;
}

function toLabel(value: unknown): string {
  return versionLabel({
    version: readString(value, 'version') ?? 'unknown',
    environment: readString(value, 'environment') ?? '',
  });
}
