import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import type { Failure } from '../ui/error-boundary.tsx';

/** What stands at the foot of the page when a dialog's code could not be fetched, or has crashed. */
export function DialogFailed({ isCodeMissing }: Failure) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[34rem]">
      <Alert>
        <p>
          {isCodeMissing
            ? 'That didn’t load. Check your connection, then load the page again.'
            : 'That stopped working. The mistake is ours, and nothing was changed. Load the page again.'}
        </p>
        <Button variant="danger" className="mt-3" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </Alert>
    </div>
  );
}
