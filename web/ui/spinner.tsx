type SpinnerProps = { readonly label: string; readonly className?: string };

/** Something is on its way: a turning ring with its words, which are also read out. */
export function Spinner({ label, className = '' }: SpinnerProps) {
  return (
    <output className={`flex items-center justify-center gap-3 text-muted ${className}`}>
      <span className="size-5 animate-spin rounded-full border-2 border-hairline border-t-brand" aria-hidden="true" />
      {label}
    </output>
  );
}
