import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { formatUsPhone } from '#contract/us-phone-input.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Card } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';

import { CopyNumber } from './copy-number.tsx';
import { dashboardCopy } from './dashboard-copy.ts';
import { NotLoaded } from './not-loaded.tsx';
import { serviceNumbersQuery } from './queries.ts';
import { TextNumber } from './text-number.tsx';

const copy = dashboardCopy.serviceNumbersCard;

type ServiceNumbersCardProps = {
  /** The number that the account was assigned, shown first; null if unknown. */
  readonly ownNumber: string | null;
  /** Texts are answered, on a plan or in free time, and the answers arrive: the card says how to ask. */
  readonly isAnswered: boolean;
  readonly hasVerifiedPhone: boolean;
  readonly onAddPhone: () => void;
};

/** Card 3: the numbers to text, with instructions. */
export function ServiceNumbersCard({ ownNumber, isAnswered, hasVerifiedPhone, onAddPhone }: ServiceNumbersCardProps) {
  const isHelper = useIsHelper();
  return (
    <Card title={copy.serviceNumbers}>
      {!hasVerifiedPhone && (
        <div className="mb-5">
          <Note tone="warn">
            <p className="font-semibold">{copy.noPhoneYet}</p>
            <p>{isHelper ? copy.verifyThePhoneFirst : copy.verifyPhoneFirst}</p>
            <button type="button" onClick={onAddPhone} className="mt-1 -mb-1 min-h-8 font-semibold underline">
              {copy.verifyPhoneNumber}
            </button>
          </Note>
        </div>
      )}
      <Numbers ownNumber={ownNumber} isAnswered={isAnswered} />
    </Card>
  );
}

function Numbers({ ownNumber, isAnswered }: Pick<ServiceNumbersCardProps, 'ownNumber' | 'isAnswered'>) {
  const query = useQuery(serviceNumbersQuery);
  const { data, isPending } = query;
  const isHelper = useIsHelper();
  if (isPending) return <Skeleton label={copy.loadingServiceNumbers} />;
  if (!data) {
    return (
      <NotLoaded query={query}>
        <p className="font-semibold">{copy.serviceNumbersUnavailable}</p>
        <p className="mt-1 mb-6 text-muted">{copy.numbersNotLoaded}</p>
      </NotLoaded>
    );
  }
  if (data.servicePhoneNumbers.length === 0) {
    return (
      <>
        <p className="font-semibold">{copy.noServiceNumbersConfigured}</p>
        <p className="mt-1 text-muted">{copy.noNumbersText}</p>
      </>
    );
  }
  const own = data.servicePhoneNumbers.find((number) => number === ownNumber) ?? data.servicePhoneNumbers[0] ?? '';
  const backups = data.servicePhoneNumbers.filter((number) => number !== own);
  return (
    <>
      <ul className="-mt-3">
        <ServiceNumber number={own} />
      </ul>
      {backups.length > 0 && <Backups numbers={backups} />}
      {isAnswered && (
        <ol className="mt-4 list-decimal space-y-1 pl-5 text-muted">
          <li>{isHelper ? copy.saveNumberThere : copy.saveNumber}</li>
          <li>{copy.textAnyQuestion}</li>
          <li>{copy.getAnswer}</li>
        </ol>
      )}
    </>
  );
}

/** The other numbers. They answer too, if the first one ever does not. */
function Backups({ numbers }: { numbers: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 items-center gap-1.5 self-start text-sm text-muted hover:text-brand"
      >
        {isOpen ? copy.hideBackupNumbers : copy.showBackupNumbers}
        <ChevronIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <ul id={id} hidden={!isOpen} className="divide-y divide-hairline">
        {numbers.map((number) => (
          <ServiceNumber key={number} number={number} />
        ))}
      </ul>
    </>
  );
}

/** A number to text, with a button that copies it. */
function ServiceNumber({ number }: { number: string }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-7 py-1">
      <TextNumber number={number} className="py-1 text-xl font-semibold" />
      <CopyNumber number={formatUsPhone(number)} className="-mx-4" />
    </li>
  );
}
