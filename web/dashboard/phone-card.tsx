import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { brand } from '#contract/brand.ts';
import type { PhoneNumbersReply, PhoneNumberView } from '#contract/phone-numbers.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { serviceNumbersQuery } from './queries.ts';

type PhoneCardProps = {
  readonly phones: UseQueryResult<PhoneNumbersReply>;
  readonly onChange: () => void;
};

/** Card 2: the phone whose questions are answered. */
export function PhoneCard({ phones, onChange }: PhoneCardProps) {
  return (
    <Card title="User Phone Number">
      <Body phones={phones} onChange={onChange} />
    </Card>
  );
}

function Body({ phones, onChange }: PhoneCardProps) {
  const { data, isPending, isFetching, refetch } = phones;
  if (isPending) return <Skeleton label="Loading your phone number" />;
  if (!data) {
    return (
      <div role="alert" className="flex flex-1 flex-col items-start">
        <p className="mb-6 text-muted">Your phone number could not be loaded.</p>
        <Button className="mt-auto" isPending={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Retrying…' : 'Retry'}
        </Button>
      </div>
    );
  }
  const [first] = data;
  if (!first) {
    return (
      <>
        <p className="mb-6 text-muted">There is no phone number yet. Add the phone from which you will text.</p>
        <Button className="mt-auto self-start" onClick={onChange}>
          Add Phone Number
        </Button>
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xl font-semibold tabular-nums">+1 {formatUsPhone(first.phoneNumber)}</p>
        <Chip tone={first.verified ? 'good' : 'warn'}>{first.verified ? 'Verified' : 'Pending verification'}</Chip>
      </div>
      <p className="mt-4 text-muted">
        <Answered by={first.answers} />
      </p>
      <div className="mt-auto flex flex-wrap gap-3 pt-6">
        {!first.verified && <Button onClick={onChange}>Verify Now</Button>}
        <Button variant="secondary" onClick={onChange}>
          Change
        </Button>
      </div>
    </>
  );
}

/** Whether the server answers questions from the phone, and if not, what to do. */
function Answered({ by }: { by: PhoneNumberView['answers'] }) {
  switch (by) {
    case 'yes':
      return `${brand.name} answers texts from this phone.`;
    case 'unverified_number':
      return 'Verify this phone to use the service. We’ll text a code to it.';
    case 'no_subscription':
      return (
        <>
          Ready. <TextLink to="/subscribe">Choose a plan</TextLink> to start. Until then, texts from this phone aren’t
          answered.
        </>
      );
    case 'opted_out':
      return <TextsOff />;
  }
}

/** After a STOP, only a text from the phone itself can turn its texts on again. */
function TextsOff() {
  const { data } = useQuery(serviceNumbersQuery);
  const [number] = data?.servicePhoneNumbers ?? [];
  return (
    <>
      Texts are off, because this phone texted STOP. To turn them back on, text START{' '}
      {number === undefined ? `to your ${brand.name} number` : `to ${formatUsPhone(number)}`} from this phone.
    </>
  );
}
