import { useState } from 'react';

import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import type { User } from '#contract/user.ts';

export type DashboardDialog = 'phone' | 'support' | 'delete';

/**
 * Which dialog is open, if one is. Who has no verified phone is asked for it once, without having to look for the
 * button (spec, section 4, "Dashboard").
 */
export function useDialogs(user: User, phones: readonly PhoneNumberView[] | undefined) {
  const [chosen, setChosen] = useState<DashboardDialog | null>(null);
  const [isPromptDone, setIsPromptDone] = useState(false);
  const hasNoPhone = user.phoneNumber.trim() === '' && phones?.some(({ verified }) => verified) === false;
  const which: DashboardDialog | null = chosen ?? (hasNoPhone && !isPromptDone ? 'phone' : null);

  function close(): void {
    setChosen(null);
    setIsPromptDone(true);
  }

  return {
    which,
    open: setChosen,
    close,
  };
}
