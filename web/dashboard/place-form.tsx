import { useEffect } from 'react';

import { HomePlaceBody, HomePlaceReply } from '#contract/home-place.ts';
import { call } from '#web/lib/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { noteHomePlace } from './queries.ts';

const copy = dashboardCopy.homePlaceCard;

/** The form for the home place. */
export function PlaceForm({ onDone }: { onDone: () => void }) {
  const { form, formProps, field, isPending } = useSubmitForm<HomePlaceBody>({
    schema: HomePlaceBody,
    defaults: { place: '' },
    title: '',
    fallback: copy.homePlaceNotSaved,
    async send(body) {
      noteHomePlace(await call('/api/user/home-place', { method: 'POST', body, reads: HomePlaceReply }));
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
            {isPending ? copy.saving : copy.save}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            {copy.cancel}
          </Button>
        </div>
      }
    >
      <TextField label={copy.placeField} autoComplete="postal-code" maxLength={80} {...field('place')} />
    </Form>
  );
}
