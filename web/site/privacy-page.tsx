import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';

import { LegalDocument } from './legal/legal-document.tsx';
import * as words from './legal/legal-words.ts';
import { privacyData } from './legal/privacy-data-words.tsx';
import { journey } from './legal/privacy-journey.tsx';
import { privacyRights } from './legal/privacy-rights-words.tsx';

export const meta: PageMeta = {
  title: words.privacyPageTitle,
  description: words.privacyDescription,
};

/** The privacy policy. */
export function Page() {
  return (
    <LegalDocument
      title={words.privacyTitle}
      updated={brand.privacyUpdated}
      lead={words.privacyLead}
      sections={[journey, ...privacyData, ...privacyRights]}
    />
  );
}
