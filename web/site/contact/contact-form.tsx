import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';

import {
  CONTACT_ATTACHMENT_FIELD,
  contactSubjects,
  contactCopy,
  subjectsWithAttachments,
  WAITLIST_SUBJECT,
} from '#contract/contact-copy.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { countries } from '#contract/countries.ts';
import { anyReply, call } from '#web/lib/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { Field, TextField } from '#web/ui/forms/field.tsx';
import { FileField } from '#web/ui/forms/file-field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import * as copy from '../contact-copy.ts';
import { useKeptMessage } from './kept-message.ts';

/** Loaded while the form is being filled in. */
const loadSchema = async () => (await import('#contract/contact.ts')).ContactMessage;
const empty: ContactMessage = { name: '', email: '', subject: 'Contact', country: '', message: '' };

/** The contact form, with the fields that its subject asks for (docs/reference/specification.md#contact-form). */
export function ContactForm() {
  const { draft, keep } = useKeptMessage();
  const [files, setFiles] = useState(draft?.files ?? []);
  const [sent, setSent] = useState('');
  const { form, formProps, field, isPending } = useSubmitForm<ContactMessage>({
    schema: loadSchema,
    defaults: draft?.values ?? empty,
    title: contactCopy.failedTitle,
    fallback: contactCopy.failed,
    async send(values) {
      setSent('');
      const done =
        values.subject === WAITLIST_SUBJECT ? contactCopy.waitlisted(values.country ?? '') : contactCopy.sent;
      await sendMessage(values, subjectsWithAttachments.has(subject) ? files : []);
      addToast({ title: contactCopy.sentTitle, description: done });
      setSent(done);
      form.reset(empty);
      setFiles([]);
    },
  });
  const subject = useWatch({ control: form.control, name: 'subject' });
  const isWaitlist = subject === WAITLIST_SUBJECT;
  const { errors } = form.formState;
  useWhenLeft(() => keep({ values: { ...form.getValues() }, files }));
  useSubjectFromAddress((value) => form.setValue('subject', value));

  return (
    <Form
      action="/contact"
      {...formProps}
      actions={
        <>
          <Button type="submit" size="lg" isPending={isPending}>
            {isPending ? copy.sending : copy.send}
          </Button>
          <output className="mt-4 block font-medium text-ok empty:mt-0">{sent}</output>
        </>
      }
    >
      <TextField label={copy.name} autoComplete="name" {...field('name')} />
      <TextField label={copy.email} type="email" autoComplete="email" {...field('email')} />
      <SelectField label={copy.reason} {...field('subject')}>
        {contactSubjects.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {isWaitlist && (
        <SelectField label={copy.country} autoComplete="country-name" {...field('country')}>
          <option value="">{copy.chooseCountry}</option>
          {countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <Field label={copy.message} error={errors.message?.message} isOptional={isWaitlist}>
        {(aria) => <textarea {...aria} rows={6} {...form.register('message')} />}
      </Field>
      {subjectsWithAttachments.has(subject) && <FileField files={files} onChange={setFiles} />}
    </Form>
  );
}

/** Calls the newest `leave` when the reader leaves the page. */
function useWhenLeft(leave: () => void): void {
  const newest = useRef(leave);
  useEffect(() => {
    newest.current = leave;
  });
  useEffect(() => {
    return () => newest.current();
  }, []);
}

/** @throws ApiError, UnexpectedReply, TypeError */
async function sendMessage({ country, ...values }: ContactMessage, files: readonly File[]): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) body.append(name, value);
  // Chosen for the waitlist, it stays chosen while another subject hides it.
  if (country && values.subject === WAITLIST_SUBJECT) body.append('country', country);
  for (const file of files) body.append(CONTACT_ATTACHMENT_FIELD, file);
  await call('/api/contact', { method: 'POST', body, reads: anyReply });
}

/** A link may choose the subject: /contact?subject=Join+International+Waitlist. */
function useSubjectFromAddress(choose: (subject: ContactMessage['subject']) => void): void {
  const wanted = useSearchParams()[0].get('subject');
  useEffect(() => {
    const known = contactSubjects.find((name) => name === wanted);
    if (known) choose(known);
    // oxlint-disable-next-line react/exhaustive-deps -- the address decides once; afterwards the reader does
  }, [wanted]);
}
