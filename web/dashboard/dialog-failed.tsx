import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** What stands at the foot of the page when a dialog's code could not be fetched. */
export function DialogFailed() {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[34rem]">
      <Alert>
        <p>This could not be loaded. The connection may be down for a moment.</p>
        <Button variant="danger" className="mt-3" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </Alert>
    </div>
  );
}
