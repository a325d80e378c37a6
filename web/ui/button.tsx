import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold no-underline transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50';

/**
 * The four variants: one primary action per screen, secondary and quiet ones next to it, danger for destructive
 * actions.
 */
const variants = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border-control bg-surface text-ink hover:border-brand hover:text-brand',
  quiet: 'border-transparent text-brand hover:bg-tint',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-tint',
} as const;

const sizes = {
  md: 'min-h-11 px-4 py-2 text-base leading-tight',
  lg: 'min-h-13 px-6 py-3 text-base leading-tight',
} as const;

type Look = { readonly variant?: keyof typeof variants; readonly size?: keyof typeof sizes };

/** The classes of a button, for other elements that look like one. */
export function buttonClass({ variant = 'primary', size = 'md' }: Look, className = ''): string {
  return `${base} ${variants[variant]} ${sizes[size]} ${className}`;
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Work is in progress: the button stays in place and shows it; the form ignores repeated submits. */
    readonly isPending?: boolean;
  };

/**
 * Keeps the focus in the field when a button of its form, or below it, is pressed. Otherwise the field is validated on
 * blur, its message moves the button from under the pointer, and the click is lost.
 */
function keepFocusInForm(event: MouseEvent<HTMLButtonElement>): void {
  if (event.currentTarget.form ?? document.activeElement?.closest('form')) event.preventDefault();
}

/** A button. Its type defaults to `button`, because an accidental submit is worse than a missing one. */
export function Button({ variant, size, isPending = false, className, type = 'button', ...rest }: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return (
    <button
      type={type}
      className={buttonClass(look, className)}
      aria-busy={isPending || undefined}
      onMouseDown={keepFocusInForm}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return <Link className={buttonClass(look, className)} {...rest} />;
}
