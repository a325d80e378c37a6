import { useQuery } from '@tanstack/react-query';

import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ServiceNumber } from './service-number.tsx';
import { serviceNumbersQuery } from './service-numbers-query.ts';

type ServiceNumbersCardProps = {
  readonly hasVerifiedPhone: boolean;
  readonly onAddPhone: () => void;
};

/** Card 3: where to text, and how. */
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
        <li>Save the number in your phone, for example as “Askline”.</li>
        <li>Text it a question, in your own words, from your verified phone.</li>
        <li>Read the answer: it usually arrives in 2–8 seconds.</li>
      </ol>
    </>
  );
}
