import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentProps } from 'react';

import { HomePlaceReply } from '#contract/home-place.ts';
import { call } from '#web/lib/api/call.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { NotLoaded } from './not-loaded.tsx';
import { homePlaceQuery, noteHomePlace } from './queries.ts';

const copy = dashboardCopy.homePlaceCard;

/** Its form library is a tenth of the dashboard's code, and few people ever change their place. */
const PlaceForm = lazy(async () => ({ default: (await import('./place-form.tsx')).PlaceForm }));

/** Card 4: the place that "weather" and "near me" mean. */
export function HomePlaceCard() {
  return (
    <Card title={copy.homePlace}>
      <Body />
    </Card>
  );
}

function Body() {
  const query = useQuery(homePlaceQuery);
  const { data, isPending } = query;
  const [isEditing, setIsEditing] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  if (isPending) return <Skeleton label={copy.loadingHomePlace} />;
  if (!data) {
    return (
      <NotLoaded query={query}>
        <p className="mb-6 text-muted">{copy.homePlaceNotLoaded}</p>
      </NotLoaded>
    );
  }
  const { homePlace } = data;
  function finish(): void {
    setIsEditing(false);
    setIsChanged(true);
  }
  if (isEditing) {
    return (
      <ErrorBoundary fallback={FormFailed}>
        <Suspense fallback={<Skeleton label={copy.loadingForm} />}>
          <PlaceForm onDone={finish} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  const button = { onClick: () => setIsEditing(true), ref: isChanged ? focus : undefined };
  if (homePlace === null) return <NoPlace button={button} />;
  return <Known place={homePlace} button={button} onRemoved={finish} />;
}

/** Takes the focus from the control that the change removed. Always the same function: React calls it once. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}

/** The button that opens the form. */
type PlaceProps = { readonly button: ComponentProps<typeof Button> };

function NoPlace({ button }: PlaceProps) {
  return (
    <>
      <p className="mb-6 text-muted">{useIsHelper() ? copy.noHomePlaceTextForThem : copy.noHomePlaceText}</p>
      <Button variant="secondary" className="mt-auto self-start" {...button}>
        {copy.setHomePlace}
      </Button>
    </>
  );
}

type KnownProps = PlaceProps & { readonly place: string; readonly onRemoved: () => void };

function Known({ place, button, onRemoved }: KnownProps) {
  const isHelper = useIsHelper();
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      noteHomePlace(await call('/api/user/home-place', { method: 'DELETE', reads: HomePlaceReply }));
      onRemoved();
    },
    { title: '', fallback: copy.homePlaceNotRemoved },
  );
  return (
    <>
      <p className="text-xl font-semibold">{place}</p>
      <p className="mt-2 text-muted">{isHelper ? copy.homePlaceTextForThem : copy.homePlaceText}</p>
      <div className="mt-auto pt-6">
        <SubmitArea failure={failure} isPending={isPending}>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" {...button}>
              {copy.changePlace}
            </Button>
            <Button variant="quiet" isPending={isPending} onClick={() => void submit()} className="max-[22rem]:-ml-4">
              {copy.remove}
            </Button>
          </div>
        </SubmitArea>
      </div>
    </>
  );
}

function FormFailed() {
  return <Alert>{copy.formFailed}</Alert>;
}
