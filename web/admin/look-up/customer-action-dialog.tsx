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
import { customerWords } from '../customer-words.ts';
import { formatAmount, formatMoment } from '../format.ts';
import { useAction } from '../use-action.ts';

const words = customerWords.customerActionDialog;

export type ActionKind = 'refund' | 'comp' | 'cancel' | 'allow-payments' | 'release-phone';

type ActionDialogProps = {
  readonly kind: ActionKind;
  /** It takes something from the customer. */
  readonly isDanger: boolean;
  readonly user: FoundUser;
  /** The operator's decision: the server acts once for each. */
  readonly actionId: string;
  readonly onActed: () => void;
  readonly onClose: () => void;
};

type Option = readonly [value: string, label: string];
type Decision = Pick<ActionDialogProps, 'user' | 'actionId'> & { readonly choice: string };
type Action = {
  readonly options: (user: FoundUser) => readonly Option[];
  /** The call's own fields for a choice. */
  readonly body: (decision: Decision) => Readonly<Record<string, unknown>>;
};

const actions: Readonly<Record<ActionKind, Action>> = {
  refund: {
    options: ({ payments }) =>
      payments.map(({ invoiceId, amount, currency, paidAt }) => [
        invoiceId,
        words.payment(formatAmount(amount, currency), formatMoment(paidAt)),
      ]),
    body: ({ choice }) => ({ invoiceId: choice }),
  },
  comp: {
    options: ({ monthPrice }) =>
      Array.from({ length: FREE_MONTHS_MAX }, (_, index) => [
        String(index + 1),
        words.months(index + 1, formatAmount((monthPrice ?? 0) * (index + 1), 'usd')),
      ]),
    body: ({ choice, actionId }) => ({ months: Number(choice), actionId }),
  },
  cancel: {
    options: () => [
      ['period_end', words.atPeriodEnd],
      ['now', words.now],
    ],
    body: ({ choice }) => ({ when: choice }),
  },
  'allow-payments': { options: () => [], body: () => ({}) },
  'release-phone': { options: () => [], body: ({ user }) => ({ phoneEnding: user.phoneEnding }) },
};

const unconfirmed = { title: '', fallback: words.unconfirmed };

/** Confirms an action on a customer, with a choice and a reason for the audit. */
export function CustomerActionDialog({ kind, isDanger, user, actionId, onActed, onClose }: ActionDialogProps) {
  const { title, about, choice: choiceLabel, button, pending, done } = words[kind];
  const { options, body } = actions[kind];
  const { ask } = useAdmin();
  const [choice, setChoice] = useState(() => options(user)[0]?.[0] ?? '');
  const [reason, setReason] = useState<ActionReason>('customer_asked');
  const { isPending, failure, submit } = useAction<void>(async () => {
    const path = `/api/admin/customers/${user.id}/${kind}`;
    const { message } = await ask(path, { reads: DoneReply, body: { ...body({ user, choice, actionId }), reason } });
    addToast({ title: done, description: message });
    onActed();
    onClose();
  }, unconfirmed);
  function send(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }
  return (
    <Dialog isAlert isLocked={isPending} title={title} description={about(user)} onClose={onClose}>
      <form method="post" action="/admin" onSubmit={send} className="space-y-4">
        {choiceLabel !== null && (
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
        )}
        <Field label={words.reason} hint={words.reasonHint} error={undefined}>
          {(aria) => (
            <Select {...aria} value={reason} onChange={(event) => setReason(event.target.value as ActionReason)}>
              {actionReasons.map((name) => (
                <option key={name} value={name}>
                  {customerWords.reasons[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SubmitArea failure={failure} isPending={isPending}>
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {words.goBack}
            </Button>
            <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
              {isPending ? pending : button}
            </Button>
          </DialogActions>
        </SubmitArea>
      </form>
    </Dialog>
  );
}
