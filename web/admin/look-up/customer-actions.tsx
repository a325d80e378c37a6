import { lazy, Suspense, useState } from 'react';

import type { FoundUser } from '#contract/admin-look-up.ts';
import { Button } from '#web/ui/button.tsx';

import { customerCopy } from '../customer-copy.ts';
import type { ActionKind } from './customer-action-dialog.tsx';
import { isGivenFreeTime } from './free-months.ts';

const copy = customerCopy.customerActions;

const CustomerActionDialog = lazy(async () => ({
  default: (await import('./customer-action-dialog.tsx')).CustomerActionDialog,
}));

type CustomerActionsProps = {
  readonly user: FoundUser;
  /** Called after an action, with what was chosen in its dialog. */
  readonly onActed: (kind: ActionKind, choice: string) => void;
};

/** Actions that take nothing from the customer. */
const gives: ReadonlySet<ActionKind> = new Set(['comp', 'allow-payments', 'correct']);
const ended: ReadonlySet<string | null> = new Set([null, 'canceled', 'incomplete_expired']);

/** What an operator can do with a customer's money, plan and account, each behind a dialog. */
export function CustomerActions({ user, onActed }: CustomerActionsProps) {
  const [opened, setOpened] = useState<ActionKind | null>(null);
  // Kept until an action succeeds, so that a dialog that was closed after a failure repeats and does not act again.
  const [actionId, setActionId] = useState(() => crypto.randomUUID());
  const actions: readonly (readonly [ActionKind, boolean])[] = [
    ['refund', user.payments.some(({ amount, refunded }) => refunded < amount)],
    ['comp', user.monthPrice !== null || isGivenFreeTime(user)],
    ['allow-payments', user.paymentFlag !== null],
    ['release-phone', user.phoneEnding !== null],
    ['cancel', !ended.has(user.subscriptionStatus)],
    ['correct', !user.isBeingDeleted],
    ['delete', !user.isBeingDeleted],
  ];
  const possible = actions.filter(([, isPossible]) => isPossible).map(([kind]) => kind);
  if (possible.length === 0) return null;
  // Apart, so that no thumb that means to give hits what takes.
  const groups = [possible.filter((kind) => gives.has(kind)), possible.filter((kind) => !gives.has(kind))];
  return (
    <div className="mt-4 space-y-3">
      {groups
        .filter((kinds) => kinds.length > 0)
        .map((kinds) => (
          <div
            key={kinds[0]}
            className="flex flex-wrap gap-2 not-first:border-t not-first:border-hairline not-first:pt-3"
          >
            {kinds.map((kind) => (
              <Button key={kind} variant={gives.has(kind) ? 'secondary' : 'danger'} onClick={() => setOpened(kind)}>
                {copy[kind]}
              </Button>
            ))}
          </div>
        ))}
      {opened !== null && (
        <Suspense fallback={null}>
          <CustomerActionDialog
            kind={opened}
            isDanger={!gives.has(opened)}
            user={user}
            actionId={actionId}
            onActed={(choice) => {
              setActionId(crypto.randomUUID());
              onActed(opened, choice);
            }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
