import { useEffect, useRef, type ReactNode } from 'react';

type AccountFrameProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Changes with each step. A later step takes the focus from the removed field: with its heading, or a field of its own. */
  readonly step?: number;
  readonly footer?: ReactNode;
};

/** The narrow column of the login, sign-up and verification pages. */
export function AccountFrame({ title, lead, children, step = 1, footer }: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (!frame.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <div ref={frame} className="wrap max-w-[34rem] pt-10 md:pt-16">
      <div className="sm:rounded-lg sm:border sm:border-hairline sm:bg-surface sm:p-10">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
        {lead && <div className="mt-3 text-balance text-muted">{lead}</div>}
        <div className="mt-8">{children}</div>
        {footer && <div className="mt-8 border-t border-hairline pt-5">{footer}</div>}
      </div>
    </div>
  );
}
