import { formatWait } from '#web/lib/format/format-wait.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

import { accountPagesCopy } from './account-copy.ts';

const copy = accountPagesCopy.resendCode;

type ResendCodeProps = {
  readonly secondsLeft: number;
  readonly isPending: boolean;
  /** Why the last attempt failed; empty if it did not. */
  readonly failure: string;
  readonly onResend: () => void;
};

/** A button that requests another code. It stays enabled during the wait and says how long it takes. */
export function ResendCode({ secondsLeft, isPending, failure, onResend }: ResendCodeProps) {
  function press(): void {
    if (secondsLeft === 0) onResend();
    else addToast({ title: copy.pleaseWait, description: copy.nextCodeIn(formatWait(secondsLeft)) });
  }
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <TextButton isPending={isPending} onClick={press} className="tabular-nums">
        {secondsLeft > 0
          ? copy.resendCodeIn(secondsLeft < 90 ? copy.seconds(secondsLeft) : formatWait(secondsLeft))
          : copy.resendCode}
      </TextButton>
      <span aria-live="polite" className="sr-only">
        {secondsLeft === 0 && copy.nextCodeNow}
      </span>
    </SubmitArea>
  );
}
