import { useRef, useState } from 'react';

import { FoundNumber } from '#contract/admin-look-up.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Card } from '#web/ui/card.tsx';

import { useAdmin } from '../admin-calls.ts';
import { customerCopy } from '../customer-copy.ts';
import { useDeskNavigation } from '../desk/navigation.ts';
import { RowLink } from '../desk/row-link.tsx';
import { Facts } from '../facts.tsx';
import { nameOfCode } from '../format.ts';
import { peopleCopy } from '../people-copy.ts';
import { QueryForm, refused } from './query-form.tsx';
import { SendLines, TextLines } from './text-lines.tsx';

const copy = customerCopy.numberCard;

type NumberCardProps = { readonly onFollow: (textId: string) => void };

/** Looks up what is kept for a number, for a person who has no account. */
export function FindNumberCard({ onFollow }: NumberCardProps) {
  const { ask } = useAdmin();
  const [found, setFound] = useState<FoundNumber | null>(null);
  const searches = useRef(0);
  async function find(phoneNumber: string): Promise<void> {
    searches.current += 1;
    const search = searches.current;
    setFound(null);
    if (phoneNumber === '') throw refused(copy.enterNumber);
    const number = await ask('/api/admin/find-number', { reads: FoundNumber, body: { phoneNumber } });
    if (search === searches.current) setFound(number);
  }
  return (
    <Card title={copy.lookUpNumber}>
      <QueryForm label={copy.number} hint={copy.numberHint} button={copy.find} onSubmit={find} />
      <div aria-live="polite">{found !== null && <NumberView number={found} onFollow={onFollow} />}</div>
    </Card>
  );
}

function NumberView({ number, onFollow }: NumberCardProps & { readonly number: FoundNumber }) {
  const { ending, account, stranger, optOut, isUnreachable, codes, texts } = number;
  return (
    <div className="mt-6 border-t border-hairline pt-5">
      <h3 className="pb-4 text-lg">{copy.endsIn(ending)}</h3>
      <Facts
        facts={[
          [copy.account, account === null ? copy.none : <AccountOf account={account} />],
          [copy.optedOut, optOut === null ? copy.no : describeOptOut(optOut)],
          [copy.unreachable, isUnreachable === true ? copy.textsFailed : copy.no],
          [copy.promo, stranger === null ? copy.never : describePromo(stranger)],
        ]}
      />
      <SendLines title={copy.codes} sends={codes} onFollow={onFollow} />
      <TextLines texts={texts} onFollow={onFollow} />
    </div>
  );
}

function AccountOf({ account }: { account: NonNullable<FoundNumber['account']> }) {
  const { openCustomer } = useDeskNavigation();
  return (
    <RowLink onClick={() => openCustomer(account.userId)}>{account.isVerified ? copy.verified : copy.claimed}</RowLink>
  );
}

function describeOptOut({ since, source }: NonNullable<FoundNumber['optOut']>): string {
  return copy.since(formatMoment(since), nameOfCode(peopleCopy.failureLists.sources, source));
}

function describePromo({ since, isPromoSent }: NonNullable<FoundNumber['stranger']>): string {
  return isPromoSent ? copy.promoSent(formatMoment(since)) : copy.noPromo(formatMoment(since));
}
