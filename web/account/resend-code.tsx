import { formatWait } from '../lib/format-wait.ts';
import { addToast } from '../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { SubmitArea } from '../ui/submit-area.tsx';

type ResendCodeProps = {
  readonly secondsLeft: number;
  readonly isPending: boolean;
  /** Why the last try failed; empty where it did not. */
  readonly failure: string;
  readonly onResend: () => void;
};

/** Asks for another code. It stays pressable while one has to wait, and says how long. */
export function ResendCode({ secondsLeft, isPending, failure, onResend }: ResendCodeProps) {
  function press(): void {
    if (secondsLeft === 0) onResend();
    else addToast({ title: 'Please Wait', description: `You can ask for a new code in ${formatWait(secondsLeft)}.` });
  }
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <Button
        variant="quiet"
        isPending={isPending}
        onClick={press}
        className="-ml-4 tabular-nums hover:bg-transparent hover:underline"
      >
        {secondsLeft > 0
          ? `Resend in ${secondsLeft < 90 ? `${secondsLeft} s` : formatWait(secondsLeft)}`
          : 'Resend code'}
      </Button>
      <span aria-live="polite" className="sr-only">
        {secondsLeft === 0 && 'You can ask for a new code now.'}
      </span>
    </SubmitArea>
  );
}
