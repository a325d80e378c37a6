import { useWatch, type Control } from 'react-hook-form';

import { SUPPORT_SUBJECT_CHARS_MAX, supportTimezones, supportTypes, type SupportTicket } from '#contract/support.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Field, TextField } from '#web/ui/forms/field.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import type { SchemaField } from '#web/ui/forms/use-schema-form.ts';

import { supportCopy } from './support-copy.ts';

const copy = supportCopy.ticketFields;

type TicketFieldsProps = { readonly field: SchemaField<SupportTicket> };
type SubjectFieldsProps = TicketFieldsProps & { readonly control: Control<SupportTicket> };

/** The support type; for the type Other, also a subject in the customer's own words. */
export function SubjectFields({ field, control }: SubjectFieldsProps) {
  const type = useWatch({ control, name: 'supportType' });
  return (
    <>
      <SelectField label={copy.supportType} defaultValue="" {...field('supportType')}>
        <option value="">{copy.chooseType}</option>
        {supportTypes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {type === 'Other' && (
        <TextField label={copy.subject} isOptional maxLength={SUPPORT_SUBJECT_CHARS_MAX} {...field('customSubject')} />
      )}
    </>
  );
}

/** When the problem happened, by the customer's own clock. */
export function WhenFields({ field }: TicketFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{copy.whenHappened}</legend>
      <div className="grid gap-3 sm:grid-cols-[1.3fr_1fr_1fr]">
        <TextField label={copy.date} type="date" {...field('messageDate')} />
        <TextField label={copy.time} type="time" {...field('messageTime')} />
        <SelectField label={copy.timeZone} {...field('messageTimezone')}>
          {supportTimezones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}

/** Where the reply goes, and the id that identifies the ticket. */
export function ContactFields({ field }: TicketFieldsProps) {
  const { error, registration } = field('ticketId');
  const isHelper = useIsHelper();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label={copy.email} type="email" autoComplete="email" {...field('email')} />
      <TextField
        label={isHelper ? copy.ownPhoneNumber : copy.phoneNumber}
        type="tel"
        autoComplete="tel"
        {...field('phoneNumber')}
      />
      <div className="sm:col-span-2">
        <Field label={copy.ticketId} error={error}>
          {(aria) => <input {...aria} readOnly {...registration} className={`${aria.className} bg-tint text-sm`} />}
        </Field>
      </div>
    </div>
  );
}
