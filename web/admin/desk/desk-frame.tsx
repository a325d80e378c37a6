import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { brand } from '#contract/brand.ts';
import { LogoMark } from '#web/ui/icons.tsx';

/** The slim frame of the admin page, in place of the site's header and footer: the brand, and the tools next to it. */
export function DeskFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="border-b border-hairline bg-surface">
      <div className="wrap flex min-h-14 flex-wrap items-center gap-x-5 gap-y-1 py-1.5">
        <Link to="/" className="flex min-h-11 items-center gap-2 font-bold tracking-tight">
          <LogoMark className="size-6" />
          {brand.name}
        </Link>
        {children}
      </div>
    </div>
  );
}
