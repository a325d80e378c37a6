import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { SUPPORT_CALL_HOURS, SupportTicket } from '#contract/support.ts';
import type { User } from '#contract/user.ts';

import { addToast } from '../lib/toast-store.ts';
import { fieldSetter, useSchemaForm } from '../lib/use-schema-form.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FileField } from '../ui/file-field.tsx';
import { Form } from '../ui/form.tsx';
import { newTicket } from './new-ticket.ts';
import { sendTicket, ticketWords } from './send-ticket.ts';
import { ContactFields, SubjectFields, WhenFields } from './ticket-fields.tsx';

type SupportFormProps = {
  readonly user: User;
  readonly phoneNumber: string;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onSent: () => void;
  readonly onCancel: () => void;
};

/** The ticket's fields (spec, section 5, "Support form"). */
export function SupportForm({ user, phoneNumber, onDirty, onBusy, onSent, onCancel }: SupportFormProps) {
  const [empty] = useState(() => newTicket(user, phoneNumber, new Date()));
  const form = useSchemaForm<SupportTicket>(SupportTicket, empty);
  const { errors, isDirty } = form.formState;
  const [files, setFiles] = useState<readonly File[]>([]);
  const prefersCall = useWatch({ control: form.control, name: 'preferCall' });
  const hasWork = isDirty || files.length > 0;
  useEffect(() => {
    onDirty(hasWork);
  }, [onDirty, hasWork]);

  const { isPending, failure, submit } = useSubmit(
    async (ticket: SupportTicket) => {
      onBusy(true);
      try {
        const ticketId = await sendTicket(ticket, files);
        addToast({
          title: 'Support Ticket Sent',
          description: `We’ll reply by email. Your ticket number is ${ticketId}`,
        });
        onSent();
      } finally {
        onBusy(false);
      }
    },
    { ...ticketWords, setField: fieldSetter(form) },
  );

  return (
    <Form
      action="/dashboard"
      state={form.formState}
      onSubmit={form.handleSubmit(submit)}
      failure={failure}
      isPending={isPending}
      actions={
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending}>
            {isPending ? 'Sending…' : 'Submit Ticket'}
          </Button>
        </DialogActions>
      }
    >
      <SubjectFields form={form} />
      <Field label="Message" isOptional={prefersCall} error={errors.message?.message}>
        {(aria) => <textarea {...aria} rows={5} {...form.register('message')} />}
      </Field>
      <Checkbox
        label={`I would rather have a phone call. We call from ${SUPPORT_CALL_HOURS}.`}
        error={errors.preferCall?.message}
        registration={form.register('preferCall')}
      />
      <WhenFields form={form} />
      <ContactFields form={form} />
      <FileField files={files} onChange={setFiles} />
    </Form>
  );
}
