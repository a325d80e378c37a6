import { type FormEvent, useState } from 'react';

import { type ActionReason, actionReasons, FREE_MONTHS_MAX } from '#contract/admin-customer.ts';
import type { FoundUser } from '#contract/admin-look-up.ts';
import { planDay } from '#contract/plan-day.ts';
import { DELETE_WORD, DoneReply } from '#contract/user.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin } from '../admin-calls.ts';
import { customerCopy } from '../customer-copy.ts';
import { formatAmount } from '../format.ts';
import { useAction } from '../use-action.ts';
import { isGivenFreeTime } from './free-months.ts';

const copy = customerCopy.customerActionDialog;

export type ActionKind = 'refund' | 'comp' | 'cancel' | 'allow-payments' | 'release-phone' | 'correct' | 'delete';

type ActionDialogProps = {
  readonly kind: ActionKind;
  /** It takes something from the customer. */
  readonly isDanger: boolean;
  readonly user: FoundUser;
  /** The operator's decision: the server acts once for each. */
  readonly actionId: string;
  /** Called with what was chosen. */
  readonly onActed: (choice: string) => void;
  readonly onClose: () => void;
};

type Option = readonly [value: string, label: string];
type Decision = Pick<ActionDialogProps, 'user' | 'actionId'> & {
  readonly choice: string;
  readonly typed: Readonly<Record<string, string>>;
  /** What the fields showed when the dialog opened. */
  readonly shown: Readonly<Record<string, string>>;
};
type TypedInput = {
  readonly name: string;
  readonly label: string;
  readonly initial?: (user: FoundUser) => string;
  /** The button waits for this word. */
  readonly mustBe?: string;
};
type Action = {
  readonly options: (user: FoundUser) => readonly Option[];
  /** What is typed, in order. */
  readonly fields: readonly TypedInput[];
  /** The call's own fields for a choice. */
  readonly body: (decision: Decision) => Readonly<Record<string, unknown>>;
};

const actions: Readonly<Record<ActionKind, Action>> = {
  refund: {
    options: ({ payments }) =>
      payments
        .filter(({ amount, refunded }) => refunded < amount)
        .map(({ invoiceId, amount, refunded, currency, paidAt }) => [
          invoiceId,
          copy.payment(formatAmount(amount - refunded, currency), formatMoment(paidAt)),
        ]),
    fields: [],
    body: ({ choice }) => ({ invoiceId: choice }),
  },
  comp: {
    options: ({ monthPrice, freeMonthsUntil }) =>
      Array.from({ length: FREE_MONTHS_MAX }, (_, index) => {
        const until = freeMonthsUntil?.[index];
        const worth = formatAmount((monthPrice ?? 0) * (index + 1), 'usd');
        return [
          String(index + 1),
          until === undefined ? copy.months(index + 1, worth) : copy.untilDay(index + 1, planDay(until)),
        ];
      }),
    fields: [],
    body: ({ user, choice, actionId }) => ({
      months: Number(choice),
      actionId,
      // The previous release refuses what it does not know, and gives only credits.
      ...(isGivenFreeTime(user) && { as: 'free_time', until: user.freeMonthsUntil?.[Number(choice) - 1] }),
    }),
  },
  cancel: {
    options: () => [
      ['period_end', copy.atPeriodEnd],
      ['now', copy.now],
    ],
    fields: [],
    body: ({ choice }) => ({ when: choice }),
  },
  'allow-payments': { options: () => [], fields: [], body: () => ({}) },
  correct: {
    options: () => [],
    fields: [
      { name: 'name', label: copy.name, initial: ({ name }) => name },
      { name: 'email', label: copy.email, initial: ({ email }) => email },
    ],
    body: ({ typed, shown }) => ({
      name: typed['name'],
      email: typed['email'],
      seen: { name: shown['name'], email: shown['email'] },
    }),
  },
  delete: {
    options: () => [],
    fields: [{ name: 'confirmation', label: copy.typeToConfirm(DELETE_WORD), mustBe: DELETE_WORD }],
    body: ({ typed }) => ({ confirmation: typed['confirmation'] }),
  },
  'release-phone': { options: () => [], fields: [], body: ({ user }) => ({ phoneEnding: user.phoneEnding }) },
};

/** The text typed into an action's fields, by name, and the server's messages about them. */
function useTypedFields(fields: readonly TypedInput[], user: FoundUser) {
  // Once: the customer may be read again while the dialog is open.
  const [shown] = useState<Decision['shown']>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial?.(user) ?? ''])),
  );
  const [typed, setTyped] = useState(shown);
  const [faults, setFaults] = useState<Decision['typed']>({});
  return {
    typed,
    shown,
    faults,
    isReady: fields.every(({ name, mustBe }) => mustBe === undefined || typed[name] === mustBe),
    type: (name: string, text: string) => setTyped({ ...typed, [name]: text }),
    forgetFaults: () => setFaults({}),
    setField: (field: string, message: string) => {
      setFaults((others) => ({ ...others, [field]: message }));
      return fields.some(({ name }) => name === field);
    },
  };
}

const reasons: readonly Option[] = actionReasons.map((name) => [name, customerCopy.reasons[name]]);

/** Confirms an action on a customer, with a choice or typed text, and a reason for the audit. */
export function CustomerActionDialog({ kind, isDanger, user, actionId, onActed, onClose }: ActionDialogProps) {
  const {
    title,
    about,
    choice: choiceLabel,
    button,
    pending,
    done,
  } = copy[kind === 'comp' && isGivenFreeTime(user) ? 'free-time' : kind];
  const { options, fields, body } = actions[kind];
  const { ask } = useAdmin();
  const [choice, setChoice] = useState(() => options(user)[0]?.[0] ?? '');
  const { typed, shown, faults, isReady, type, forgetFaults, setField } = useTypedFields(fields, user);
  const [reason, setReason] = useState<string>('customer_asked' satisfies ActionReason);
  const { isPending, failure, submit } = useAction<void>(
    async () => {
      forgetFaults();
      const given = { ...body({ user, choice, actionId, typed, shown }), reason };
      const { message } = await ask(`/api/admin/customers/${user.id}/${kind}`, { reads: DoneReply, body: given });
      addToast({ title: done, description: message });
      onActed(choice);
      onClose();
    },
    { title: '', fallback: copy.unconfirmed, setField },
  );
  function send(event: FormEvent): void {
    event.preventDefault();
    if (isReady) void submit();
  }
  return (
    <Dialog isAlert isLocked={isPending} title={title} description={about(user)} onClose={onClose}>
      <form method="post" action="/admin" onSubmit={send} className="space-y-4">
        {choiceLabel !== null && (
          <Choice label={choiceLabel} options={options(user)} value={choice} onChoose={setChoice} />
        )}
        <Choice label={copy.reason} hint={copy.reasonHint} options={reasons} value={reason} onChoose={setReason} />
        {fields.map(({ name, label }) => (
          <Typed
            key={name}
            label={label}
            value={typed[name] ?? ''}
            fault={faults[name]}
            onType={(text) => type(name, text)}
          />
        ))}
        <SubmitArea failure={failure} isPending={isPending}>
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {copy.goBack}
            </Button>
            <Button type="submit" variant={isDanger ? 'danger' : 'primary'} disabled={!isReady} isPending={isPending}>
              {isPending ? pending : button}
            </Button>
          </DialogActions>
        </SubmitArea>
      </form>
    </Dialog>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
};

function Choice({ label, hint, options, value, onChoose }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} error={undefined}>
      {(aria) => (
        <Select {...aria} value={value} onChange={(event) => onChoose(event.target.value)}>
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type TypedProps = {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onType: (text: string) => void;
};

function Typed({ label, value, fault, onType }: TypedProps) {
  return (
    <Field label={label} error={fault}>
      {(aria) => (
        <input
          {...aria}
          value={value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}
