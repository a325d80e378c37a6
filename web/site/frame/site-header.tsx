import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router';

import { brand } from '#contract/brand.ts';
import { CloseIcon, LogoMark, MenuIcon } from '#web/ui/icons.tsx';

import { AccountArea } from './account-area.tsx';
import * as copy from './frame-copy.ts';

const links = [
  { to: '/about-us', label: copy.about },
  { to: '/#pricing', label: copy.pricing },
  { to: '/faq', label: copy.faq },
  { to: '/contact', label: copy.contact },
] as const;

/** The header of every page. On a small screen a button toggles its links. */
export function SiteHeader() {
  const { key, pathname } = useLocation();
  // The menu belongs to the page on which it was opened; a navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key;
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      if (document.activeElement?.closest('[data-menu]')) toggle.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);

  return (
    <header
      // An open menu would cover what is focused after it. A click on what takes no focus is no such move.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenAt(null);
      }}
      className="sticky top-0 z-40 border-b border-hairline bg-paper"
    >
      <div className="wrap flex min-h-[71px] flex-wrap items-center justify-between gap-x-6 py-2">
        <Link to="/" className="flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight">
          <LogoMark />
          {brand.name}
        </Link>
        <button
          ref={toggle}
          type="button"
          data-needs-js
          aria-expanded={isOpen}
          aria-controls="site-menu"
          onClick={() => setOpenAt(isOpen ? null : key)}
          className="-mr-2 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 font-semibold md:hidden"
        >
          {isOpen ? <CloseIcon /> : <MenuIcon />}
          {copy.menu}
        </button>
        <div
          id="site-menu"
          data-menu
          className={`${isOpen ? 'flex' : 'hidden'} absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] flex-col gap-4 overflow-y-auto border-b border-hairline bg-paper px-[clamp(min(1rem,5vw),4vw,2rem)] pt-2 pb-6 shadow-soft md:static md:flex md:max-h-none md:flex-1 md:flex-row md:items-center md:justify-between md:gap-6 md:overflow-visible md:border-0 md:p-0 md:shadow-none`}
        >
          <MainLinks pathname={pathname} />
          <AccountArea />
        </div>
      </div>
    </header>
  );
}

function MainLinks({ pathname }: { readonly pathname: string }) {
  return (
    <nav aria-label={copy.mainLinks}>
      <ul className="flex flex-col md:flex-row md:gap-1">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname.toLowerCase() === to ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-md text-ink hover:text-brand aria-[current=page]:font-semibold aria-[current=page]:text-brand md:px-3"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
