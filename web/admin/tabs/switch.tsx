import { useId } from 'react';

import { systemCopy } from '../system-copy.ts';

const copy = systemCopy.settingsTab;

type SwitchProps = {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly isPending: boolean;
  readonly onSwitch: (isOn: boolean) => void;
};

/** A switch that takes effect immediately, without a save button. Shows its state as text too. */
export function Switch({ label, hint, isOn, isPending, onSwitch }: SwitchProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 sm:gap-x-6">
      <p id={id} className="font-semibold">
        {label}
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        aria-busy={isPending || undefined}
        onClick={() => onSwitch(!isOn)}
        className="group flex min-h-11 shrink-0 items-center gap-2.5 rounded-md"
      >
        <span aria-hidden="true" className="w-7 text-right text-sm text-muted">
          {isOn ? copy.on : copy.off}
        </span>
        <span
          aria-hidden="true"
          className="flex h-7 w-12 items-center rounded-full border-2 border-control px-0.5 transition-colors duration-150 group-aria-busy:opacity-60 group-aria-checked:border-brand group-aria-checked:bg-brand"
        >
          <span className="size-5 rounded-full bg-control transition-transform duration-150 group-aria-checked:translate-x-5 group-aria-checked:bg-on-brand" />
        </span>
      </button>
      <p id={`${id}-hint`} className="col-span-2 text-sm text-muted sm:col-span-1">
        {hint}
      </p>
    </div>
  );
}
