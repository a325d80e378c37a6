import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { SupportTicket, SUPPORT_ATTACHMENT_FIELD, SupportReply } from '#contract/support.ts';
import type { User } from '#contract/user.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';
import { DialogFormActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FileField } from '#web/ui/forms/file-field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { newTicket } from './new-ticket.ts';
import { supportCopy } from './support-copy.ts';
import { ContactFields, SubjectFields, WhenFields } from './ticket-fields.tsx';

const copy = supportCopy.supportForm;

type SupportFormProps = {
  readonly user: User;
  readonly phoneNumber: string;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onSent: () => void;
  readonly onCancel: () => void;
};

/** The support ticket form (docs/reference/specification.md#support-form). */
export function SupportForm({ user, phoneNumber, onDirty, onBusy, onSent, onCancel }: SupportFormProps) {
  const [empty] = useState(() => newTicket(user, phoneNumber, new Date()));
  const [files, setFiles] = useState<readonly File[]>([]);
  const { form, formProps, field, isPending } = useSubmitForm<SupportTicket>({
    schema: { safeParse: (values) => SupportTicket.safeParse(shownValues(values as SupportTicket)) },
    defaults: empty,
    ...supportCopy.ticketFailure,
    onBusy,
    async send(ticket) {
      const ticketId = await sendTicket(ticket, files);
      addToast({
        title: copy.supportTicketSent,
        description: copy.ticketSentText(ticketId),
      });
      onSent();
    },
  });
  const { errors, isDirty } = form.formState;
  const prefersCall = useWatch({ control: form.control, name: 'preferCall' });
  const hasWork = isDirty || files.length > 0;
  useEffect(() => {
    onDirty(hasWork);
  }, [onDirty, hasWork]);

  return (
    <Form
      action="/dashboard"
      {...formProps}
      actions={
        <DialogFormActions
          isPending={isPending}
          pending={copy.sending}
          submit={copy.submitTicket}
          onCancel={onCancel}
        />
      }
    >
      <SubjectFields field={field} control={form.control} />
      <Field label={copy.message} isOptional={prefersCall} error={errors.message?.message}>
        {(aria) => <textarea {...aria} rows={5} {...form.register('message')} />}
      </Field>
      <Checkbox label={copy.ratherCall} {...field('preferCall')} />
      <WhenFields field={field} />
      <ContactFields field={field} />
      <FileField files={files} onChange={setFiles} />
    </Form>
  );
}

/** Without a subject that is hidden, because the type is no longer Other: it would stop the form without a word. */
function shownValues({ customSubject, ...ticket }: SupportTicket): unknown {
  return ticket.supportType === 'Other' ? { ...ticket, customSubject } : ticket;
}

/** Messages that replace refusals written for machines, by status. */
const friendlier: Readonly<Record<number, string>> = {
  413: copy.filesTooLarge,
  415: copy.wrongFileType,
};

/**
 * Sends a ticket with its files.
 * @returns the ticket id assigned by the server
 * @throws Refused, ApiError, UnexpectedReply, TypeError
 */
async function sendTicket(ticket: SupportTicket, files: readonly File[]): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(ticket)) if (value !== undefined) body.append(name, String(value));
  for (const file of files) body.append(SUPPORT_ATTACHMENT_FIELD, file);
  try {
    return (await call('/api/support', { method: 'POST', body, reads: SupportReply })).ticketId;
  } catch (error) {
    const message = error instanceof ApiError ? friendlier[error.status] : undefined;
    throw message === undefined ? error : new Refused({ title: supportCopy.ticketFailure.title, message });
  }
}
