import type { ReactNode } from 'react';

const tones = { neutral: 'bg-tint text-ink', warn: 'bg-warn-tint text-warn' } as const;

type NoteProps = { readonly tone?: keyof typeof tones; readonly children: ReactNode };

/** A highlighted note that is not an error. */
export function Note({ tone = 'neutral', children }: NoteProps) {
  return <div className={`rounded-md p-4 text-sm ${tones[tone]}`}>{children}</div>;
}
