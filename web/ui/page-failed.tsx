import { Button } from './button.tsx';

/** What stands in for a page whose code could not be fetched: offline, or replaced by a newer version. */
export function PageFailed() {
  return (
    <div className="wrap py-24">
      <h1 className="text-2xl">This page could not be loaded</h1>
      <p className="mt-3 mb-6 max-w-[48ch] text-muted">
        The connection may be down for a moment, or there is a newer version of the site.
      </p>
      <Button onClick={() => window.location.reload()}>Load it again</Button>
    </div>
  );
}
