import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';

import { Document } from './legal/document.tsx';
import { agreementTerms } from './legal/terms-agreement.tsx';
import { moneyTerms } from './legal/terms-money.tsx';
import { textingTerms } from './legal/terms-texting.tsx';

export const meta: PageMeta = {
  title: `Terms of Service · ${brand.name}`,
  description: `What you and ${brand.name} agree on: who may use it, how texts and payments work, how to stop, and what no one can promise.`,
};

/** The terms of service. */
export function Page() {
  return (
    <Document
      title="Terms of Service"
      updated={brand.termsUpdated}
      lead={
        <p>
          These terms are an agreement between you and {brand.company} (“{brand.name}”, “we”). By creating an account or
          using the service you accept them. If you do not agree, please do not use the service.
        </p>
      }
      sections={[...textingTerms, ...moneyTerms, ...agreementTerms]}
    />
  );
}
