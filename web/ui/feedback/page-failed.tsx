import { Button } from '../button.tsx';
import * as words from '../ui-words.ts';
import type { Failure } from './error-boundary.tsx';

/** Replaces a page whose code could not be loaded (offline, or replaced by a newer version) or that crashed. */
export function PageFailed({ isCodeMissing }: Failure) {
  return (
    <div className="wrap py-24">
      <h1 className="text-2xl">{isCodeMissing ? words.pageNotLoaded : words.pageStopped}</h1>
      <p className="mt-3 mb-6 max-w-[48ch] text-muted">
        {isCodeMissing ? words.pageNotLoadedText : words.pageStoppedText}
      </p>
      <Button onClick={() => window.location.reload()}>{words.reload}</Button>
    </div>
  );
}
