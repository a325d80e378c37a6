import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { brand } from '#contract/brand.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import type { User } from '#contract/user.ts';
import { PrivatePage } from '#web/account/private-page.tsx';
import type { PageMeta } from '#web/lib/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { fill } from '#web/ui/fill.tsx';
import { Field } from '#web/ui/forms/field.tsx';

import { fridgeCardCopy as copy } from './fridge-card-copy.ts';
import { askStatusQuery } from './queries.ts';

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** A card to print and keep next to the phone (docs/decisions/0040-helpers.md). Nothing typed here is sent or stored. */
export function Page() {
  return (
    <PrivatePage waiting={<Frame>{<Spinner label={copy.loadingCard} />}</Frame>}>
      {(user) => <Loaded user={user} />}
    </PrivatePage>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap max-w-[48rem] pt-10 md:pt-14 print:max-w-none print:p-0">
      <div data-no-print>
        <h1 className="text-2xl">{copy.fridgeCard}</h1>
        <p className="mt-2 text-muted">{copy.printIt}</p>
      </div>
      <div className="mt-6 min-h-[40rem] print:mt-0">{children}</div>
    </div>
  );
}

function Loaded({ user }: { user: User }) {
  const { data, isPending } = useQuery(askStatusQuery);
  if (isPending) return <Frame>{<Spinner label={copy.loadingCard} />}</Frame>;
  const isOwn = data !== undefined && !['no_phone', 'unverified', 'no_plan', 'ended'].includes(data.state);
  if (!isOwn || data.serviceNumber === null) {
    return (
      <Frame>
        <p className="mb-6 max-w-[48ch]">{data === undefined ? copy.numberNotLoaded : copy.notReadyYet}</p>
        <ButtonLink to="/dashboard">{copy.goToDashboard}</ButtonLink>
      </Frame>
    );
  }
  return (
    <Frame>
      <Card number={data.serviceNumber} phone={data.phoneNumber} helper={user.isHelper ? user.name : ''} />
    </Frame>
  );
}

/** @param helper whom the card names at first */
function Card({ number, phone, helper }: { number: string; phone: string | null; helper: string }) {
  const [person, setPerson] = useState(helper);
  return (
    <>
      <div data-no-print className="mb-6 flex flex-wrap items-end gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <Field label={copy.helper} isOptional hint={copy.helperHint}>
            {(aria) => (
              <input
                {...aria}
                value={person}
                maxLength={60}
                autoComplete="off"
                onChange={(event) => setPerson(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button onClick={() => window.print()}>{copy.print}</Button>
      </div>
      <article
        aria-label={copy.cardToPrint}
        className="rounded-lg border-2 border-ink bg-surface p-[min(1.5rem,5vw)] text-center text-lg sm:p-10 print:rounded-none"
      >
        <p className="text-xl font-bold">{brand.name}</p>
        <p className="mt-4 text-xl">{copy.textAnyQuestion}</p>
        <p className="my-2 text-[min(9vw,4.5rem)] leading-tight font-bold whitespace-nowrap tabular-nums">
          {formatUsPhone(number)}
        </p>
        {phone !== null && (
          <p>
            {fill(copy.fromThisPhone, { phone: <span className="whitespace-nowrap">{formatUsPhone(phone)}</span> })}
          </p>
        )}
        <h2 className="mt-8 text-lg font-bold">{copy.tryOneOfThese}</h2>
        <ul className="mt-2 space-y-1">
          {copy.examples.map((question) => (
            <li key={question}>“{question}”</li>
          ))}
        </ul>
        <dl className="mt-8 grid grid-cols-[auto_auto] justify-center gap-x-4 gap-y-1 border-t border-ink pt-6 text-left">
          {copy.keywords.map(([word, effect]) => (
            <div key={word} className="contents">
              <dt className="font-bold">{word}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-8 border-t border-ink pt-6">
          {fill(copy.needAHand, {
            person: <strong className="wrap-anywhere">{person.trim() || brand.supportEmail}</strong>,
          })}
        </p>
        <p className="mt-2 text-base">{copy.emergency}</p>
      </article>
    </>
  );
}
