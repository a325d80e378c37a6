import { useId, type ReactNode } from 'react';

type CardProps = {
  readonly title: string;
  /** Shown at the right end of the title line. */
  readonly corner?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A titled card. */
export function Card({ title, corner, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col rounded-lg border border-hairline bg-surface p-5 sm:p-7 ${className}`}
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-base font-semibold text-muted">
          {title}
        </h2>
        {corner}
      </div>
      {children}
    </section>
  );
}
