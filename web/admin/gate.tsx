import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';

import { AccountFrame } from '../account/account-frame.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitArea } from '../ui/submit-area.tsx';

type GateProps = {
  readonly failure: string | null;
  readonly isPending: boolean;
  /** It stands where another screen was, with which the focus went. */
  readonly takesFocus: boolean;
  readonly onLogin: (password: string) => Promise<void>;
  /** To the screen of operators with an account of their own. */
  readonly onOperator: () => void;
};

/** The password screen. What was typed before the page came alive counts. */
export function Gate({ failure, isPending, takesFocus, onLogin, onOperator }: GateProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  const look = () => setIsEmpty(input.current?.value === '');
  useEffect(() => {
    if (failure !== null) input.current?.select();
  }, [failure]);

  const opensWithFocus = useRef(takesFocus);
  useEffect(() => {
    if (opensWithFocus.current) input.current?.focus();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const password = input.current?.value ?? '';
    if (password !== '') void onLogin(password);
  }

  return (
    <AccountFrame
      title="Admin"
      lead={<p>For the operator of the service.</p>}
      footer={
        <Button variant="quiet" onClick={onOperator}>
          Sign in as an operator
        </Button>
      }
    >
      <form method="post" action="/admin" onSubmit={submit} onInput={look} className="space-y-5">
        <p data-needs-no-js className="rounded-md bg-warn-tint p-4 text-warn">
          This form needs JavaScript, which this browser does not run.
        </p>
        <PasswordField
          label="Admin Password"
          autoComplete="current-password"
          error={undefined}
          registration={{
            name: 'password',
            ref: (element: HTMLInputElement | null) => {
              input.current = element;
              if (element) look();
            },
            onChange: async () => look(),
            onBlur: async () => look(),
          }}
        />
        <SubmitArea failure={failure ?? ''} isPending={isPending}>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isPending} disabled={isEmpty}>
              {isPending ? 'Checking…' : 'Login'}
            </Button>
            <Button variant="secondary" onClick={() => void navigate('/')}>
              Cancel
            </Button>
          </div>
        </SubmitArea>
      </form>
    </AccountFrame>
  );
}
