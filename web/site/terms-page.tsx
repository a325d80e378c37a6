import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';

import { LegalDocument } from './legal/legal-document.tsx';
import * as words from './legal/legal-words.ts';
import { agreementTerms } from './legal/terms-agreement-words.tsx';
import { moneyTerms } from './legal/terms-money-words.tsx';
import { textingTerms } from './legal/terms-texting-words.tsx';

export const meta: PageMeta = {
  title: words.termsPageTitle,
  description: words.termsDescription,
};

/** The terms of service. */
export function Page() {
  return (
    <LegalDocument
      title={words.termsTitle}
      updated={brand.termsUpdated}
      lead={words.termsLead}
      sections={[...textingTerms, ...moneyTerms, ...agreementTerms]}
    />
  );
}
