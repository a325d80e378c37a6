import { useEffect, useState } from 'react';

import { VERSION_CACHE_MS, versionLabel } from '#contract/version-label.ts';

import { call, readString } from '../../lib/api.ts';

let cached: { readonly label: string; readonly readAt: number } | undefined;

/** The label of the running version, like 1.4.0-prod; empty until it is known, and when no one can say. */
export function useVersionLabel(): string {
  const [label, setLabel] = useState('');
  useEffect(() => {
    let isGone = false;
    async function ask(): Promise<void> {
      const found = await readVersion();
      if (!isGone) setLabel(found);
    }
    ask().catch(() => undefined); // no label then
    return () => {
      isGone = true;
    };
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
