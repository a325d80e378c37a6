import { passwordRules } from '#contract/password.ts';

import { CheckIcon } from '../icons.tsx';
import * as copy from '../ui-copy.ts';

/** What a field for a new password is described by. */
export const PASSWORD_RULES_ID = 'password-rules';

/** The rules for a new password and whether each is met, also as text for screen readers. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul
      id={PASSWORD_RULES_ID}
      aria-label={copy.requirements}
      className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2"
    >
      {passwordRules.map(({ text, isMet }) => {
        const isDone = isMet(password);
        return (
          <li key={text} className={`flex items-center gap-2 ${isDone ? 'text-ok' : 'text-muted'}`}>
            {isDone ? (
              <CheckIcon className="size-4" />
            ) : (
              <span className="mx-1 size-2 rounded-full border border-control" aria-hidden="true" />
            )}
            {text}
            <span className="sr-only">{isDone ? copy.done : copy.notYet}</span>
          </li>
        );
      })}
    </ul>
  );
}
