import type { ReactNode } from 'react';

type IconProps = { readonly className?: string };

/**
 * One style for all icons: 24 units, round ends, the text's color. They are decorative, so hidden from screen readers.
 */
function drawn(children: ReactNode) {
  return function Icon({ className = 'size-5' }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={`shrink-0 ${className}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    );
  };
}

export const MenuIcon = drawn(<path d="M4 7h16M4 12h16M4 17h16" />);
export const CloseIcon = drawn(<path d="M6 6l12 12M18 6L6 18" />);
export const CheckIcon = drawn(<path d="M5 12.5l4.5 4.5L19 7.5" />);
export const ChevronIcon = drawn(<path d="M6 9l6 6 6-6" />);
export const ExternalIcon = drawn(
  <path d="M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4" />,
);
export const AlertIcon = drawn(<path d="M12 8v5M12 16.5v.01M12 3l9.5 17h-19z" />);
export const RefreshIcon = drawn(<path d="M20 11a8 8 0 1 0-2.300 6M20 5v6h-6" />);
export const ArrowIcon = drawn(<path d="M5 12h13M12 5l7 7-7 7" />);

/** The logo: a text bubble with two lines. */
export function LogoMark({ className = 'size-8' }: IconProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        d="M8 3h16a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-8l-7.2 5.1A.8.8 0 0 1 7.5 28.4V24A6 6 0 0 1 2 18V9a6 6 0 0 1 6-6z"
        className="fill-brand"
      />
      <path d="M9 10.500h14M9 16.500h8.5" className="stroke-on-brand" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
