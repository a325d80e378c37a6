import type { ReactNode } from 'react';

type SectionProps = {
  /** The anchor of the section; the heading's id is derived from it. */
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Shows the section on a tinted background. */
  readonly isTinted?: boolean;
  readonly children: ReactNode;
};

/** A section of a page with a heading and a lead. Its id can be scrolled to and focused. */
export function Section({ id, title, lead, isTinted = false, children }: SectionProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={isTinted ? 'bg-tint' : ''}>
      <div className="wrap py-12 md:py-18">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        {lead && <p className="mt-3 max-w-[62ch] text-lg text-muted">{lead}</p>}
        <div className="mt-10">{children}</div>
      </div>
    </section>
  );
}
