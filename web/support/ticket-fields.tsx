import { useWatch, type UseFormReturn } from 'react-hook-form';

import { supportTimezones, supportTypes, type SupportTicket } from '#contract/support.ts';

import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

type TicketFieldsProps = { readonly form: UseFormReturn<SupportTicket> };

/** What it is about; a subject in one's own words for the type Other. */
export function SubjectFields({ form }: TicketFieldsProps) {
  const { errors } = form.formState;
  const type = useWatch({ control: form.control, name: 'supportType' });
  return (
    <>
      <Field label="Support type" error={errors.supportType?.message}>
        {(aria) => (
          <Select {...aria} defaultValue="" {...form.register('supportType')}>
            <option value="">Choose a type</option>
            {supportTypes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      {type === 'Other' && (
        <Field label="Subject" isOptional error={errors.customSubject?.message}>
          {(aria) => <input {...aria} {...form.register('customSubject')} />}
        </Field>
      )}
    </>
  );
}

/** When it happened, by the writer's own clock. */
export function WhenFields({ form }: TicketFieldsProps) {
  const { errors } = form.formState;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">When it happened</legend>
      <div className="grid gap-3 sm:grid-cols-[1.3fr_1fr_1fr]">
        <Field label="Date" error={errors.messageDate?.message}>
          {(aria) => <input {...aria} type="date" {...form.register('messageDate')} />}
        </Field>
        <Field label="Time" error={errors.messageTime?.message}>
          {(aria) => <input {...aria} type="time" {...form.register('messageTime')} />}
        </Field>
        <Field label="Time zone" error={errors.messageTimezone?.message}>
          {(aria) => (
            <Select {...aria} {...form.register('messageTimezone')}>
              {supportTimezones.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </fieldset>
  );
}

/** Where the answer goes, and the number by which the ticket is found. */
export function ContactFields({ form }: TicketFieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Email" error={errors.email?.message}>
        {(aria) => <input {...aria} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <Field label="Phone number" error={errors.phoneNumber?.message}>
        {(aria) => <input {...aria} type="tel" autoComplete="tel" {...form.register('phoneNumber')} />}
      </Field>
      <div className="sm:col-span-2">
        <Field label="Ticket ID" error={errors.ticketId?.message}>
          {(aria) => (
            <input {...aria} readOnly {...form.register('ticketId')} className={`${aria.className} bg-tint text-sm`} />
          )}
        </Field>
      </div>
    </div>
  );
}
