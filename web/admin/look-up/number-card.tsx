import { useRef, useState } from 'react';

import { FoundNumber } from '#contract/admin-look-up.ts';
import { Card } from '#web/ui/card.tsx';

import { useAdmin } from '../admin-calls.ts';
import { customerWords } from '../customer-words.ts';
import { useDeskNavigation } from '../desk/navigation.ts';
import { RowLink } from '../desk/row-link.tsx';
import { Facts } from '../facts.tsx';
import { formatMoment, nameOfCode } from '../format.ts';
import { peopleWords } from '../people-words.ts';
import { QueryForm, refused } from './query-form.tsx';
import { SendLines, TextLines } from './text-lines.tsx';

const words = customerWords.numberCard;

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
    if (phoneNumber === '') throw refused(words.enterNumber);
    const number = await ask('/api/admin/find-number', { reads: FoundNumber, body: { phoneNumber } });
    if (search === searches.current) setFound(number);
  }
  return (
    <Card title={words.lookUpNumber}>
      <QueryForm label={words.number} hint={words.numberHint} button={words.find} onSubmit={find} />
      <div aria-live="polite">{found !== null && <NumberView number={found} onFollow={onFollow} />}</div>
    </Card>
  );
}

function NumberView({ number, onFollow }: NumberCardProps & { readonly number: FoundNumber }) {
  const { ending, account, stranger, optOut, codes, texts } = number;
  return (
    <div className="mt-6 border-t border-hairline pt-5">
      <h3 className="pb-4 text-lg">{words.endsIn(ending)}</h3>
      <Facts
        facts={[
          [words.account, account === null ? words.none : <AccountOf account={account} />],
          [words.optedOut, optOut === null ? words.no : optOutWords(optOut)],
          [words.promo, stranger === null ? words.never : promoWords(stranger)],
        ]}
      />
      <SendLines title={words.codes} sends={codes} onFollow={onFollow} />
      <TextLines texts={texts} onFollow={onFollow} />
    </div>
  );
}

function AccountOf({ account }: { account: NonNullable<FoundNumber['account']> }) {
  const { openCustomer } = useDeskNavigation();
  return (
    <RowLink onClick={() => openCustomer(account.userId)}>
      {account.isVerified ? words.verified : words.claimed}
    </RowLink>
  );
}

function optOutWords({ since, source }: NonNullable<FoundNumber['optOut']>): string {
  return words.since(formatMoment(since), nameOfCode(peopleWords.failureLists.sources, source));
}

function promoWords({ since, isPromoSent }: NonNullable<FoundNumber['stranger']>): string {
  return isPromoSent ? words.promoSent(formatMoment(since)) : words.noPromo(formatMoment(since));
}
