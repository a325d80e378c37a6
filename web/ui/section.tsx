import type { ReactNode } from 'react';

type SectionProps = {
  /** The address of the section within its page; its heading is labelled after it. */
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** One band of colour sets a section apart; the others are set apart by space. */
  readonly isTinted?: boolean;
  readonly children: ReactNode;
};

/** A part of a page with its heading and one sentence on it. Can be scrolled and focused to by its id. */
export function Section({ id, title, lead, isTinted = false, children }: SectionProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={isTinted ? 'bg-tint' : ''}>
      <div className="wrap py-16 md:py-24">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        {lead && <p className="mt-3 max-w-[62ch] text-lg text-muted">{lead}</p>}
        <div className="mt-10">{children}</div>
      </div>
    </section>
  );
}
