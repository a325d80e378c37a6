import { type FormEvent, useState } from 'react';

import { type ActionReason, actionReasons, FREE_MONTHS_MAX } from '#contract/admin-customer.ts';
import type { FoundUser } from '#contract/admin-look-up.ts';
import { DoneReply } from '#contract/user.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin } from '../admin-calls.ts';
import { formatAmount, formatMoment } from '../format.ts';
import { useAction } from '../use-action.ts';

export type ActionKind = 'refund' | 'comp' | 'cancel';

type ActionDialogProps = {
  readonly kind: ActionKind;
  readonly user: FoundUser;
  /** The operator's decision: the server acts once for each. */
  readonly actionId: string;
  readonly onActed: () => void;
  readonly onClose: () => void;
};

type Option = readonly [value: string, label: string];
type ActionCopy = {
  readonly title: string;
  readonly about: (name: string) => string;
  /** The label of the choice. */
  readonly choice: string;
  readonly options: (user: FoundUser) => readonly Option[];
  readonly button: string;
  readonly pending: string;
  readonly done: string;
  /** The call's own fields for a choice. */
  readonly body: (choice: string, actionId: string) => Readonly<Record<string, unknown>>;
};

const copy: Readonly<Record<ActionKind, ActionCopy>> = {
  refund: {
    title: 'Refund a payment?',
    about: (name) =>
      `The card of ${name} gets back what is left of the payment. This can’t be undone. The plan keeps running.`,
    choice: 'Payment',
    options: ({ payments }) =>
      payments.map(({ invoiceId, amount, currency, paidAt }) => [
        invoiceId,
        `${formatAmount(amount, currency)}, ${formatMoment(paidAt)}`,
      ]),
    button: 'Refund',
    pending: 'Refunding…',
    done: 'Payment Refunded',
    body: (invoiceId) => ({ invoiceId }),
  },
  comp: {
    title: 'Give free months?',
    about: (name) => `${name} gets a credit. The next renewals use it up before the card is charged.`,
    choice: 'Credit',
    options: ({ monthPrice }) =>
      Array.from({ length: FREE_MONTHS_MAX }, (_, index) => [
        String(index + 1),
        `${index + 1} ${index === 0 ? 'month' : 'months'}, ${formatAmount((monthPrice ?? 0) * (index + 1), 'usd')}`,
      ]),
    button: 'Give Credit',
    pending: 'Crediting…',
    done: 'Free Months Given',
    body: (months, actionId) => ({ months: Number(months), actionId }),
  },
  cancel: {
    title: 'Cancel the plan?',
    about: (name) => `${name} isn’t charged again. Nothing is refunded.`,
    choice: 'When',
    options: () => [
      ['period_end', 'With the time that is paid for'],
      ['now', 'Now: no more answers'],
    ],
    button: 'Cancel Plan',
    pending: 'Canceling…',
    done: 'Plan Canceled',
    body: (when) => ({ when }),
  },
};

const reasons: Readonly<Record<ActionReason, string>> = {
  customer_asked: 'The customer asked for it',
  no_answers: 'Answers didn’t come',
  bought_by_mistake: 'Bought by mistake',
  paid_twice: 'Paid twice',
  goodwill: 'Goodwill',
  abuse: 'Abuse',
};

const unconfirmed = {
  title: '',
  fallback: 'The server did not confirm this. Press the button again: it is done once, however often you try.',
};

/** Confirms an action on a customer's money or plan, with a choice and a reason for the audit. */
export function CustomerActionDialog({ kind, user, actionId, onActed, onClose }: ActionDialogProps) {
  const { title, about, choice: choiceLabel, options, button, pending, done, body } = copy[kind];
  const { ask } = useAdmin();
  const [choice, setChoice] = useState(() => options(user)[0]?.[0] ?? '');
  const [reason, setReason] = useState<ActionReason>('customer_asked');
  const { isPending, failure, submit } = useAction<void>(async () => {
    const path = `/api/admin/customers/${user.id}/${kind}`;
    const { message } = await ask(path, { reads: DoneReply, body: { ...body(choice, actionId), reason } });
    addToast({ title: done, description: message });
    onActed();
    onClose();
  }, unconfirmed);
  function send(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }
  return (
    <Dialog isAlert isLocked={isPending} title={title} description={about(user.name)} onClose={onClose}>
      <form method="post" action="/admin" onSubmit={send} className="space-y-4">
        <Field label={choiceLabel} error={undefined}>
          {(aria) => (
            <Select {...aria} value={choice} onChange={(event) => setChoice(event.target.value)}>
              {options(user).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Reason" hint="Recorded in the audit with who you are." error={undefined}>
          {(aria) => (
            <Select {...aria} value={reason} onChange={(event) => setReason(event.target.value as ActionReason)}>
              {actionReasons.map((name) => (
                <option key={name} value={name}>
                  {reasons[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SubmitArea failure={failure} isPending={isPending}>
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Keep Everything
            </Button>
            <Button type="submit" variant="danger" isPending={isPending}>
              {isPending ? pending : button}
            </Button>
          </DialogActions>
        </SubmitArea>
      </form>
    </Dialog>
  );
}
