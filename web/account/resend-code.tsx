import { addToast } from '../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';

type ResendCodeProps = {
  readonly secondsLeft: number;
  readonly isPending: boolean;
  readonly onResend: () => void;
};

/** Asks for another code. It stays pressable while one has to wait, and says how long. */
export function ResendCode({ secondsLeft, isPending, onResend }: ResendCodeProps) {
  function press(): void {
    if (secondsLeft === 0) onResend();
    else addToast({ title: 'Please Wait', description: `You can ask for a new code in ${secondsLeft} seconds.` });
  }
  return (
    <div>
      <Button
        variant="quiet"
        isPending={isPending}
        onClick={press}
        className="-ml-4 tabular-nums hover:bg-transparent hover:underline"
      >
        {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : 'Resend code'}
      </Button>
      <span aria-live="polite" className="sr-only">
        {secondsLeft === 0 && 'You can ask for a new code now.'}
      </span>
    </div>
  );
}
