import { useEffect, useState } from 'react';
import { useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router';

import {
  CONTACT_ATTACHMENT_FIELD,
  contactSubjects,
  contactWords,
  subjectsWithAttachments,
  WAITLIST_SUBJECT,
} from '#contract/contact-words.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { countries } from '#contract/countries.ts';

import { anyReply, call } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import { fieldSetter, useSchemaForm } from '../../lib/use-schema-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';

/** Comes while the form is being filled in. */
const loadSchema = async () => (await import('#contract/contact.ts')).ContactMessage;
const empty: ContactMessage = { name: '', email: '', subject: 'Contact', country: '', message: '' };

/** The contact form, with the fields that its subject asks for (spec, section 5). */
export function ContactForm() {
  const form = useSchemaForm<ContactMessage>(loadSchema, empty);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isSent, setIsSent] = useState(false);
  const subject = useWatch({ control: form.control, name: 'subject' });
  const takesFiles = subjectsWithAttachments.has(subject);
  const isWaitlist = subject === WAITLIST_SUBJECT;
  const { errors } = form.formState;
  useSubjectFromAddress((value) => form.setValue('subject', value));

  const { isPending, failure, submit } = useSubmit(
    async (values: ContactMessage) => {
      setIsSent(false);
      await send(values, takesFiles ? files : []);
      setIsSent(true);
      form.reset();
      setFiles([]);
    },
    { title: contactWords.failedTitle, fallback: contactWords.failed, setField: fieldSetter(form) },
  );

  return (
    <Form
      action="/contact"
      state={form.formState}
      onSubmit={form.handleSubmit(submit)}
      failure={failure}
      isPending={isPending}
      actions={
        <>
          <Button type="submit" size="lg" isPending={isPending}>
            {isPending ? 'Sending…' : 'Send Message'}
          </Button>
          <output className="mt-4 block font-medium text-ok empty:mt-0">
            {isSent && 'Thanks! Your message is on its way. We’ll reply by email.'}
          </output>
        </>
      }
    >
      <Field label="Name" error={errors.name?.message}>
        {(aria) => <input {...aria} autoComplete="name" {...form.register('name')} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(aria) => <input {...aria} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <Field label="Reason for contacting us" error={errors.subject?.message}>
        {(aria) => (
          <Select {...aria} {...form.register('subject')}>
            {contactSubjects.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      {isWaitlist && <CountryField error={errors.country?.message} registration={form.register('country')} />}
      <Field label="Message" error={errors.message?.message} isOptional={isWaitlist}>
        {(aria) => <textarea {...aria} rows={6} {...form.register('message')} />}
      </Field>
      {takesFiles && <FileField files={files} onChange={setFiles} />}
    </Form>
  );
}

type CountryFieldProps = { readonly error: string | undefined; readonly registration: UseFormRegisterReturn };

function CountryField({ error, registration }: CountryFieldProps) {
  return (
    <Field label="Country" error={error}>
      {(aria) => (
        <Select {...aria} autoComplete="country-name" {...registration}>
          <option value="">Choose your country</option>
          {countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** @throws ApiError, UnexpectedReply, TypeError */
async function send(values: ContactMessage, files: readonly File[]): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) body.append(name, value);
  for (const file of files) body.append(CONTACT_ATTACHMENT_FIELD, file);
  await call('/api/contact', { method: 'POST', body, reads: anyReply });
  addToast({ title: contactWords.sentTitle, description: contactWords.sent });
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
