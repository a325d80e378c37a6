import type { ReactNode } from 'react';

const tones = {
  good: 'bg-ok-tint text-ok',
  bad: 'bg-danger-tint text-danger',
  neutral: 'bg-tint text-ink',
  warn: 'bg-warn-tint text-warn',
} as const;

type ChipProps = { readonly tone: keyof typeof tones; readonly children: ReactNode };

/** A status label. The color only supports the text. */
export function Chip({ tone, children }: ChipProps) {
  return (
    <span className={`inline-flex items-center rounded-full px-3 py-1 text-sm font-semibold ${tones[tone]}`}>
      {children}
    </span>
  );
}
