import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';

import { Document } from './legal/document.tsx';
import { privacyData } from './legal/privacy-data.tsx';
import { journey } from './legal/privacy-journey.tsx';
import { privacyRights } from './legal/privacy-rights.tsx';

export const meta: PageMeta = {
  title: `Privacy Policy · ${brand.name}`,
  description: `${brand.name} stores no questions and no answers. What we do keep, why, for how long, and who else is involved.`,
};

/** The privacy policy. */
export function Page() {
  return (
    <Document
      title="Privacy Policy"
      updated={brand.privacyUpdated}
      lead={
        <p>
          In one sentence: we know who you are and how often you ask, never what you ask. This page says exactly what
          that means.
        </p>
      }
      sections={[journey, ...privacyData, ...privacyRights]}
    />
  );
}
