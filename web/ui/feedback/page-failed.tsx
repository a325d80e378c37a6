import { Button } from '../button.tsx';
import * as copy from '../ui-copy.ts';
import type { BoundaryFailure } from './error-boundary.tsx';

/** Replaces a page whose code could not be loaded (offline, or replaced by a newer version) or that crashed. */
export function PageFailed({ isCodeMissing }: BoundaryFailure) {
  return (
    <div className="wrap py-24">
      <h1 className="text-2xl">{isCodeMissing ? copy.pageNotLoaded : copy.pageStopped}</h1>
      <p className="mt-3 mb-6 max-w-[48ch] text-muted">
        {isCodeMissing ? copy.pageNotLoadedText : copy.pageStoppedText}
      </p>
      <Button onClick={() => window.location.reload()}>{copy.reload}</Button>
    </div>
  );
}
