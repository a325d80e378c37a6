import { Button } from '../button.tsx';
import type { Failure } from './error-boundary.tsx';

/** Replaces a page whose code could not be loaded (offline, or replaced by a newer version) or that crashed. */
export function PageFailed({ isCodeMissing }: Failure) {
  return (
    <div className="wrap py-24">
      <h1 className="text-2xl">{isCodeMissing ? 'This page didn’t load' : 'This page stopped working'}</h1>
      <p className="mt-3 mb-6 max-w-[48ch] text-muted">
        {isCodeMissing
          ? 'Check your connection, or there may be a new version of the site.'
          : 'That’s our mistake, not your connection. If it happens again, write to us.'}
      </p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </div>
  );
}
