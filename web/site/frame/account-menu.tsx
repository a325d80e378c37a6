import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';

import { useSession } from '#web/lib/session.tsx';
import { useLogout } from '#web/lib/use-logout.ts';
import { usePageReturn } from '#web/lib/use-page-return.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SlowNotice } from '#web/ui/feedback/slow-notice.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';

import * as copy from './frame-copy.ts';

const itemClass =
  'flex min-h-11 w-full items-center rounded-sm px-3 text-left hover:bg-tint focus:bg-tint focus-visible:outline-offset-[-3px]';

/**
 * The account menu, following the menu button pattern of the ARIA Authoring Practices: arrow keys move, Escape returns
 * to the button, Tab leaves.
 */
export function AccountMenu({ name }: { name: string }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { isLeaving, hasFailed, forget, leave } = useLeaving();
  const { recheck } = useSession();
  // Here, because every page has the menu while someone is signed in, and its code is loaded only then.
  usePageReturn(() => void recheck());
  useFirstItemFocus(root, isOpen);

  function closeToButton(): void {
    setIsOpen(false);
    root.current?.querySelector('button')?.focus();
  }

  function logOut(): void {
    closeToButton();
    void leave();
  }

  return (
    <div
      ref={root}
      // Safari focuses no button that is clicked, but what can have the focus around it: without this, the click on the
      // button of the open menu would first blur, which closes the menu, and then open it again.
      tabIndex={-1}
      className="relative outline-none"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setIsOpen(false);
        forget();
      }}
    >
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={name}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
        className={buttonClass({ variant: 'secondary' }, 'w-full md:w-auto')}
      >
        {copy.myAccount} <ChevronIcon className="size-4" />
      </button>
      {isOpen && <MenuItems id={id} onEscape={closeToButton} onChoose={() => setIsOpen(false)} onLogout={logOut} />}
      {!isOpen && hasFailed && (
        <div className="z-50 mt-2 w-full md:absolute md:right-0 md:w-80">
          <Alert>{copy.logoutFailedText}</Alert>
        </div>
      )}
      {!isOpen && isLeaving && (
        <div className="z-50 w-full bg-paper px-3 md:absolute md:right-0 md:w-80">
          <SlowNotice isPending />
        </div>
      )}
    </div>
  );
}

/** Logs out and leaves for the front page. `hasFailed`: the visitor is still logged in, which the page must say. */
function useLeaving() {
  const logout = useLogout();
  const navigate = useNavigate();
  const [hasFailed, setHasFailed] = useState(false);
  const { isPending: isLeaving, submit: leave } = useSubmit<void>(async () => {
    setHasFailed(false);
    try {
      await logout();
    } catch {
      setHasFailed(true);
      addToast({ title: copy.logoutFailed, description: copy.logoutFailedText, tone: 'danger' });
      return;
    }
    await navigate('/');
  });
  return { isLeaving, hasFailed, forget: () => setHasFailed(false), leave };
}

type MenuItemsProps = {
  readonly id: string;
  readonly onEscape: () => void;
  readonly onChoose: () => void;
  readonly onLogout: () => void;
};

function MenuItems({ id, onEscape, onChoose, onLogout }: MenuItemsProps) {
  return (
    <div
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={copy.myAccount}
      onKeyDown={(event) => moveFocus(event, onEscape)}
      className="z-50 mt-2 w-full rounded-md border border-hairline bg-surface p-1.5 shadow-soft md:absolute md:right-0 md:w-48"
    >
      <Link to="/dashboard" role="menuitem" tabIndex={-1} className={itemClass} onClick={onChoose}>
        {copy.dashboard}
      </Link>
      <button type="button" role="menuitem" tabIndex={-1} className={itemClass} onClick={onLogout}>
        {copy.logout}
      </button>
    </div>
  );
}

/** Moves the focus into the menu when it opens. */
function useFirstItemFocus(root: { readonly current: HTMLElement | null }, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [root, isOpen]);
}

function moveFocus(event: KeyboardEvent<HTMLElement>, onEscape: () => void): void {
  if (event.key === 'Escape') {
    event.stopPropagation();
    onEscape();
    return;
  }
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const next = steps[event.key] ?? items.findIndex((item) => beginsWith(item, event.key));
  if (next < 0 && event.key !== 'ArrowUp') return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

function beginsWith(item: HTMLElement, key: string): boolean {
  return key.length === 1 && item.textContent.toLowerCase().startsWith(key.toLowerCase());
}
