import * as RadixToast from '@radix-ui/react-toast';
import { useSyncExternalStore } from 'react';

import { CloseIcon } from '../icons.tsx';
import * as copy from '../ui-copy.ts';
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast-store.ts';

const noToasts: readonly Toast[] = [];

/**
 * Shows the toasts of the store: for five seconds by default, dismissed by a swipe to the right past 50 px, focused
 * with F8 (docs/reference/specification.md#toasts). The timer pauses while the toast is hovered or focused.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => noToasts);
  return (
    <RadixToast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
      {/* At the top of a phone: the main button of a form or a dialog is at the bottom. Radix hides everything outside an open dialog from
          screen readers, except live regions. */}
      <div aria-live="off">
        <RadixToast.Viewport
          hotkey={['F8']}
          className="fixed inset-x-4 top-20 z-100 outline-none sm:top-auto sm:bottom-4 sm:left-auto sm:w-96"
        />
      </div>
    </RadixToast.Provider>
  );
}

function ToastView({ toast }: { toast: Toast }) {
  const { id, title, description, tone = 'neutral', durationMs, isOpen } = toast;
  const look = tone === 'danger' ? 'border-danger bg-danger-tint' : 'border-control bg-surface';
  return (
    <RadixToast.Root
      type={tone === 'danger' ? 'foreground' : 'background'}
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) dismissToast(id);
      }}
      {...(durationMs !== undefined && { duration: durationMs })}
      className={`toast flex items-start gap-3 rounded-md border p-4 text-ink shadow-soft select-text ${look}`}
    >
      <div className="min-w-0 flex-1">
        <RadixToast.Title className="font-semibold wrap-break-word">{title}</RadixToast.Title>
        {/* Radix announces the text of both as one string. */}{' '}
        {description !== undefined && (
          <RadixToast.Description className="mt-0.5 text-sm wrap-break-word text-muted">
            {description}
          </RadixToast.Description>
        )}
      </div>
      <RadixToast.Close
        aria-label={copy.close}
        className="-mt-1 -mr-1 inline-flex size-8 items-center justify-center rounded-sm text-muted hover:text-ink"
      >
        <CloseIcon className="size-4" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
