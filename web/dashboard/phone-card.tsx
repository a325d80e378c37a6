import type { UseQueryResult } from '@tanstack/react-query';

import type { PhoneNumbersReply } from '#contract/phone-numbers.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import { NotLoaded } from './not-loaded.tsx';
import { TextLanguage } from './text-language.tsx';

const copy = dashboardCopy.phoneCard;

type PhoneCardProps = {
  readonly phones: UseQueryResult<PhoneNumbersReply>;
  readonly onChange: () => void;
};

/** Card 2: the phone whose questions are answered. */
export function PhoneCard({ phones, onChange }: PhoneCardProps) {
  return (
    <Card title={copy.userPhoneNumber}>
      <Body phones={phones} onChange={onChange} />
    </Card>
  );
}

function Body({ phones, onChange }: PhoneCardProps) {
  const { data, isPending } = phones;
  const isHelper = useIsHelper();
  if (isPending) return <Skeleton label={copy.loadingPhoneNumber} />;
  if (!data) {
    return (
      <NotLoaded query={phones}>
        <p className="mb-6 text-muted">{copy.phoneNumberNotLoaded}</p>
      </NotLoaded>
    );
  }
  const [first] = data;
  if (!first) {
    return (
      <>
        <p className="mb-6 text-muted">{isHelper ? copy.noPhoneOfTheirs : copy.noPhone}</p>
        <Button className="mt-auto self-start" onClick={onChange}>
          {copy.addPhoneNumber}
        </Button>
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xl font-semibold tabular-nums">{formatUsPhone(first.phoneNumber)}</p>
        <Chip tone={first.verified ? 'good' : 'warn'}>{first.verified ? copy.verified : copy.pendingVerification}</Chip>
      </div>
      {first.verified && <TextLanguage language={first.language} />}
      <div className="mt-auto flex flex-wrap gap-3 pt-6">
        {!first.verified && <Button onClick={onChange}>{copy.verifyNow}</Button>}
        <Button variant="secondary" onClick={onChange}>
          {copy.change}
        </Button>
      </div>
    </>
  );
}
