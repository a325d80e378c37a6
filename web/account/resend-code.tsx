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

/**
 * A button that requests another code. It stays enabled during the wait and shows how long it takes. Its name stays the
 * same meanwhile, so that a screen reader does not read each second; the end of the wait is announced.
 */
export function ResendCode({ secondsLeft, isPending, failure, onResend }: ResendCodeProps) {
  function press(): void {
    if (secondsLeft === 0) onResend();
    else addToast({ title: copy.pleaseWait, description: copy.nextCodeIn(formatWait(secondsLeft)) });
  }
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <TextButton isPending={isPending} onClick={press} className="tabular-nums">
        {/* One item of the button, so that no gap is put between its words. */}
        <span>
          {copy.resendCode}
          {secondsLeft > 0 && <span aria-hidden="true">{copy.wait(waitOf(secondsLeft))}</span>}
        </span>
      </TextButton>
      <span aria-live="polite" className="sr-only">
        {secondsLeft === 0 && copy.nextCodeNow}
      </span>
    </SubmitArea>
  );
}

function waitOf(secondsLeft: number): string {
  return secondsLeft < 90 ? copy.seconds(secondsLeft) : formatWait(secondsLeft);
}
