/**
 * Placeholder lines for content that is loading. They appear after a short delay, so that fast content does not
 * flicker.
 */
export function Skeleton({ label }: { label: string }) {
  return (
    <output className="skeleton block space-y-3 py-1">
      <span className="sr-only">{label}</span>
      <span className="block h-5 w-3/5 rounded-sm bg-tint" aria-hidden="true" />
      <span className="block h-5 w-4/5 rounded-sm bg-tint" aria-hidden="true" />
      <span className="block h-5 w-2/5 rounded-sm bg-tint" aria-hidden="true" />
    </output>
  );
}
