import { useState } from 'react';

import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccountFrame } from './account-frame.tsx';
import { EmailStep } from './forgot-password/email-step.tsx';
import { ResetStep } from './forgot-password/reset-step.tsx';
import { UndoPhoneChange } from './forgot-password/undo-phone-change.tsx';

export const meta: PageMeta = {
  title: `Forgot password · ${brand.name}`,
  description: `Get a code by email and choose a new password for ${brand.name}.`,
};

/** Resets a password in two steps: the email address, then the emailed code. */
export function Page() {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <AccountFrame
      title={email === null ? 'Forgot your password?' : 'Choose a new password'}
      lead={
        email === null ? (
          'Enter your email and we’ll send you a code.'
        ) : (
          <p>
            If <strong className="wrap-anywhere text-ink">{email}</strong> has an account, a code is on its way. It
            expires in 10 minutes.
          </p>
        )
      }
      step={email === null ? 1 : 2}
      footer={<TextLink to="/login">Back to login</TextLink>}
    >
      <UndoPhoneChange />
      {email === null ? <EmailStep onSent={setEmail} /> : <ResetStep email={email} />}
    </AccountFrame>
  );
}
