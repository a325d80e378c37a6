import { useState } from 'react';

import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { fill } from '#web/ui/fill.tsx';

import { dialogCopy } from '../dialog-copy.ts';
import type { SentCode } from './change-code.ts';
import { CodeStep } from './code-step.tsx';
import { PhoneStep } from './phone-step.tsx';

const copy = dialogCopy.phoneDialog;

type PhoneDialogProps = {
  /** The current number, verified or not. */
  readonly phone: PhoneNumberView | undefined;
  readonly onClose: () => void;
};

/** Adds or changes the phone number in two steps: the number, then the texted code. */
export function PhoneDialog({ phone, onClose }: PhoneDialogProps) {
  const [typed, setTyped] = useState(phone && !phone.verified ? formatUsPhone(phone.phoneNumber) : '');
  const isHelper = useIsHelper();
  const [sent, setSent] = useState<SentCode | null>(null);

  if (!sent) {
    return (
      <Dialog title={titleFor(phone, isHelper)} description={leadFor(phone, isHelper)} onClose={onClose}>
        <PhoneStep
          initial={typed}
          onCancel={onClose}
          onSent={(code) => {
            setTyped(formatUsPhone(code.phoneNumber));
            setSent(code);
          }}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={copy.enterCode}
      step={2}
      description={
        <>
          {fill(isHelper ? copy.textedCodeToThem : copy.textedCode, {
            number: <strong className="whitespace-nowrap text-ink">{formatUsPhone(sent.phoneNumber)}</strong>,
          })}
        </>
      }
      onClose={onClose}
    >
      <CodeStep sent={sent} onBack={() => setSent(null)} onDone={onClose} />
    </Dialog>
  );
}

function titleFor(phone: PhoneNumberView | undefined, isHelper: boolean): string {
  if (!phone) return copy.addPhoneNumber;
  if (phone.verified) return copy.changePhoneNumber;
  return isHelper ? copy.verifyThePhoneNumber : copy.verifyPhoneNumber;
}

function leadFor(phone: PhoneNumberView | undefined, isHelper: boolean): string {
  if (!phone?.verified) return copy.addText;
  return isHelper ? copy.changeTheirsText : copy.changeText;
}
