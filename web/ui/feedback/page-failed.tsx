import { Button } from '../button.tsx';
import type { Failure } from './error-boundary.tsx';

/** Replaces a page whose code could not be loaded (offline, or replaced by a newer version) or that crashed. */
export function PageFailed({ isCodeMissing }: Failure) {
  return (
    <div className="wrap py-24">
      <h1 className="text-2xl">{isCodeMissing ? 'This page could not be loaded' : 'This page stopped working'}</h1>
      <p className="mt-3 mb-6 max-w-[48ch] text-muted">
        {isCodeMissing
          ? 'You may be offline, or there’s a newer version of the site.'
          : 'That’s our mistake, not your connection. If it happens again, please write to us.'}
      </p>
      <Button onClick={() => window.location.reload()}>Load it again</Button>
    </div>
  );
}
