import { formatUsPhone } from '#contract/us-phone-input.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';

/** A number to text. For a helper it is no link: that would start a text from another phone, which we don't answer. */
export function TextNumber({ number, className }: { number: string; className: string }) {
  const look = `text-brand tabular-nums ${className}`;
  if (useIsHelper()) return <span className={look}>{formatUsPhone(number)}</span>;
  return (
    <a href={`sms:${number}`} className={`${look} hover:underline`}>
      {formatUsPhone(number)}
    </a>
  );
}
