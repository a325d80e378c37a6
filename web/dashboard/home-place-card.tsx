import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { HomePlaceBody, HomePlaceReply } from '#contract/home-place.ts';
import { call } from '#web/lib/api/call.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { homePlaceQuery } from './queries.ts';

/** Card 4: the place that "weather" and "near me" mean. */
export function HomePlaceCard() {
  return (
    <Card title="Home Place">
      <Body />
    </Card>
  );
}

function Body() {
  const { data, isPending, isFetching, refetch } = useQuery(homePlaceQuery);
  const [isEditing, setIsEditing] = useState(false);
  if (isPending) return <Skeleton label="Loading your home place" />;
  if (!data) {
    return (
      <div role="alert" className="flex flex-1 flex-col items-start">
        <p className="mb-6 text-muted">We couldn’t load your home place.</p>
        <Button className="mt-auto" isPending={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Retrying…' : 'Retry'}
        </Button>
      </div>
    );
  }
  const { homePlace } = data;
  if (isEditing) return <PlaceForm onDone={() => setIsEditing(false)} />;
  if (homePlace === null) return <NoPlace onSet={() => setIsEditing(true)} />;
  return <Known place={homePlace} onChange={() => setIsEditing(true)} />;
}

function NoPlace({ onSet }: { onSet: () => void }) {
  return (
    <>
      <p className="mb-6 text-muted">
        Tell us where you live, and “weather” or “nearest pharmacy” needs no place. By text: HOME and your ZIP code.
      </p>
      <Button variant="secondary" className="mt-auto self-start" onClick={onSet}>
        Set Home Place
      </Button>
    </>
  );
}

function Known({ place, onChange }: { place: string; onChange: () => void }) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => note(await call('/api/user/home-place', { method: 'DELETE', reads: HomePlaceReply })),
    { title: '', fallback: 'Your home place was not removed' },
  );
  return (
    <>
      <p className="text-xl font-semibold">{place}</p>
      <p className="mt-2 text-muted">
        Text “weather” for the forecast here. Your city and state go with your questions, never your ZIP code.
      </p>
      {failure !== '' && (
        <div className="mt-4">
          <Alert>{failure}</Alert>
        </div>
      )}
      <div className="mt-auto flex flex-wrap gap-3 pt-6">
        <Button variant="secondary" onClick={onChange}>
          Change Place
        </Button>
        <Button variant="quiet" isPending={isPending} onClick={() => void submit()}>
          Remove
        </Button>
      </div>
    </>
  );
}

function PlaceForm({ onDone }: { onDone: () => void }) {
  const { form, formProps, field, isPending } = useSubmitForm<HomePlaceBody>({
    schema: HomePlaceBody,
    defaults: { place: '' },
    title: '',
    fallback: 'Your home place was not saved',
    async send(body) {
      note(await call('/api/user/home-place', { method: 'POST', body, reads: HomePlaceReply }));
      onDone();
    },
  });
  // The button that opened the form is gone.
  useEffect(() => {
    form.setFocus('place');
  }, [form]);
  return (
    <Form
      action="/dashboard"
      {...formProps}
      actions={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isPending}>
            {isPending ? 'Saving…' : 'Save'}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      }
    >
      <TextField label="ZIP code, or city and state" autoComplete="postal-code" maxLength={80} {...field('place')} />
    </Form>
  );
}

function note(reply: HomePlaceReply): void {
  queryClient.setQueryData(homePlaceQuery.queryKey, reply);
}
