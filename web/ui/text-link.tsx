import type { ComponentProps } from 'react';
import { Link } from 'react-router';

const linkClass = 'font-medium text-brand underline decoration-brand/40 underline-offset-2 hover:decoration-brand';

/** An inline link to a page of the site. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className={linkClass} {...props} />;
}

/** An inline email link. */
export function MailLink({ to }: { to: string }) {
  return (
    <a href={`mailto:${to}`} className={`${linkClass} wrap-anywhere`}>
      {to}
    </a>
  );
}
