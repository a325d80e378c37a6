import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';

import { AccountFrame } from '#web/account/account-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

import { gateCopy } from './gate-copy.ts';

const copy = gateCopy.gate;

type GateProps = {
  readonly failure: string | null;
  readonly isPending: boolean;
  /** True if it replaces another screen that had the focus. */
  readonly takesFocus: boolean;
  readonly onLogin: (password: string) => Promise<void>;
  /** Switches to the login for operators with their own account. */
  readonly onOperator: () => void;
};

/** The login with the shared password. Accepts what was typed before hydration. */
export function Gate({ failure, isPending, takesFocus, onLogin, onOperator }: GateProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  const readIsEmpty = () => setIsEmpty(input.current?.value === '');
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
      title={copy.admin}
      lead={<p>{copy.lead}</p>}
      footer={<TextButton onClick={onOperator}>{copy.operatorAccountInstead}</TextButton>}
    >
      <form method="post" action="/admin" onSubmit={submit} onInput={readIsEmpty} className="space-y-5">
        <NeedsJavaScript>{copy.needsJavaScript}</NeedsJavaScript>
        <PasswordField
          label={copy.adminPassword}
          autoComplete="current-password"
          error={undefined}
          registration={{
            name: 'password',
            ref: (element: HTMLInputElement | null) => {
              input.current = element;
              if (element) readIsEmpty();
            },
            onChange: async () => readIsEmpty(),
            onBlur: async () => readIsEmpty(),
          }}
        />
        <SubmitArea failure={failure ?? ''} isPending={isPending}>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isPending} disabled={isEmpty}>
              {isPending ? copy.checking : copy.login}
            </Button>
            <Button variant="secondary" onClick={() => void navigate('/')}>
              {copy.cancel}
            </Button>
          </div>
        </SubmitArea>
      </form>
    </AccountFrame>
  );
}
