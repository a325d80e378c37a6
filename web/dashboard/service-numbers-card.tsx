import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { brand } from '#contract/brand.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { serviceNumbersQuery } from './queries.ts';

type ServiceNumbersCardProps = {
  readonly hasVerifiedPhone: boolean;
  readonly onAddPhone: () => void;
};

/** Card 3: the numbers to text, with instructions. */
export function ServiceNumbersCard({ hasVerifiedPhone, onAddPhone }: ServiceNumbersCardProps) {
  return (
    <Card title="Service Numbers">
      {!hasVerifiedPhone && (
        <Note tone="warn">
          <p className="font-semibold">No phone number configured to search</p>
          <p>Verify your own phone number first: only its questions are answered.</p>
          <button type="button" onClick={onAddPhone} className="mt-1 min-h-8 font-semibold underline">
            Verify a phone number
          </button>
        </Note>
      )}
      <Numbers />
    </Card>
  );
}

function Numbers() {
  const { data, isPending, isFetching, refetch } = useQuery(serviceNumbersQuery);
  if (isPending) return <Skeleton label="Loading the service numbers" />;
  if (!data) {
    return (
      <div role="alert" className="flex flex-1 flex-col items-start">
        <p className="font-semibold">Service Numbers Unavailable</p>
        <p className="mt-1 mb-6 text-muted">The numbers to text could not be loaded.</p>
        <Button className="mt-auto" isPending={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Retrying…' : 'Retry'}
        </Button>
      </div>
    );
  }
  if (data.servicePhoneNumbers.length === 0) {
    return (
      <>
        <p className="font-semibold">No Service Numbers Configured</p>
        <p className="mt-1 text-muted">There is no number to text at the moment. Support can tell you when.</p>
      </>
    );
  }
  return (
    <>
      <ul className="divide-y divide-hairline">
        {data.servicePhoneNumbers.map((number) => (
          <ServiceNumber key={number} number={number} />
        ))}
      </ul>
      <ol className="mt-4 list-decimal space-y-1 pl-5 text-muted">
        <li>Save the number in your phone, for example as “{brand.name}”.</li>
        <li>Text it a question, in your own words, from your verified phone.</li>
        <li>Read the answer: it usually arrives in 2–8 seconds.</li>
      </ol>
    </>
  );
}

const COPIED_MS = 2000;

/** A number to text, with a button that copies it. */
function ServiceNumber({ number }: { number: string }) {
  const shown = `+1 ${formatUsPhone(number)}`;
  const [isCopied, setIsCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(shown);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), COPIED_MS);
    } catch {
      // The browser denied access; the number can be selected and copied manually.
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1">
      <a href={`sms:${number}`} className="py-1 text-xl font-semibold text-brand tabular-nums hover:underline">
        {shown}
      </a>
      <Button variant="quiet" onClick={() => void copy()} className="-mr-3 px-3">
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only"> {shown}</span>
      </Button>
    </li>
  );
}
