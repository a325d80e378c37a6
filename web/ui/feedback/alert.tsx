import type { ReactNode } from 'react';

import { AlertIcon } from '../icons.tsx';

/** An error that concerns no single field. Screen readers announce it immediately. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-danger bg-danger-tint p-4 text-danger"
    >
      <AlertIcon className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1 font-medium">{children}</div>
    </div>
  );
}
