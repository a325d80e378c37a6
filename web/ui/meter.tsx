type MeterProps = { readonly label: string; readonly value: number; readonly max: number };

/** How much of a limit is used, as numbers and as a bar. */
export function Meter({ label, value, max }: MeterProps) {
  return (
    <div>
      <p className="flex justify-between gap-3">
        <span className="text-muted">{label}</span>
        <span className="font-semibold tabular-nums">
          {value}/{max}
        </span>
      </p>
      <progress aria-label={label} value={Math.min(value, max)} max={Math.max(max, 1)} className="meter mt-2">
        {value} of {max}
      </progress>
    </div>
  );
}
