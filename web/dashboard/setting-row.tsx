import type { ReactNode } from 'react';

/** One line of the account card: what can be changed, and the button that changes it. */
export function SettingRow({ text, button }: { readonly text: string; readonly button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p className="max-w-[52ch] text-muted">{text}</p>
      {button}
    </div>
  );
}

/** A part of the account card, above the next one. */
export function SettingPart({ children }: { readonly children: ReactNode }) {
  return <div className="mb-5 border-b border-hairline pb-5">{children}</div>;
}
