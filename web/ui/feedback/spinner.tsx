type SpinnerProps = { readonly label: string; readonly className?: string };

/** A spinner with a label, which screen readers announce. */
export function Spinner({ label, className = '' }: SpinnerProps) {
  return (
    <output className={`flex items-center justify-center gap-3 text-muted ${className}`}>
      <span className="size-5 animate-spin rounded-full border-2 border-hairline border-t-brand" aria-hidden="true" />
      {label}
    </output>
  );
}
