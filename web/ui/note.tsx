import type { ReactNode } from 'react';

const tones = { neutral: 'bg-tint text-ink', warn: 'bg-warn-tint text-warn' } as const;

type NoteProps = { readonly tone?: keyof typeof tones; readonly children: ReactNode };

/** Something worth knowing that is no fault: set apart from what stands around it. */
export function Note({ tone = 'neutral', children }: NoteProps) {
  return <div className={`rounded-md p-4 text-sm ${tones[tone]}`}>{children}</div>;
}
