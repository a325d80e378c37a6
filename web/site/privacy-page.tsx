import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';

import * as copy from './legal/legal-copy.ts';
import { LegalDocument } from './legal/legal-document.tsx';
import { privacyData } from './legal/privacy-data-copy.tsx';
import { journey } from './legal/privacy-journey.tsx';
import { privacyRights } from './legal/privacy-rights-copy.tsx';

export const meta: PageMeta = {
  title: copy.privacyPageTitle,
  description: copy.privacyDescription,
};

/** The privacy policy. */
export function Page() {
  return (
    <LegalDocument
      title={copy.privacyTitle}
      updated={brand.privacyUpdated}
      lead={copy.privacyLead}
      sections={[journey, ...privacyData, ...privacyRights]}
    />
  );
}
