import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';

import * as copy from './legal/legal-copy.ts';
import { LegalDocument } from './legal/legal-document.tsx';
import { agreementTerms } from './legal/terms-agreement-copy.tsx';
import { moneyTerms } from './legal/terms-money-copy.tsx';
import { textingTerms } from './legal/terms-texting-copy.tsx';

export const meta: PageMeta = {
  title: copy.termsPageTitle,
  description: copy.termsDescription,
};

/** The terms of service. */
export function Page() {
  return (
    <LegalDocument
      title={copy.termsTitle}
      updated={brand.termsUpdated}
      lead={copy.termsLead}
      sections={[...textingTerms, ...moneyTerms, ...agreementTerms]}
    />
  );
}
