import { useState } from 'react';

import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { fill } from '#web/ui/fill.tsx';

import { dialogCopy } from '../dialog-copy.ts';
import { CodeStep } from './code-step.tsx';
import { readKeptChange, type SentCode } from './kept-change.ts';
import { PhoneStep } from './phone-step.tsx';

const copy = dialogCopy.phoneDialog;

type PhoneDialogProps = {
  /** The current number, verified or not. */
  readonly phone: PhoneNumberView | undefined;
  readonly onClose: () => void;
};

/** Adds or changes the phone number in two steps: the number, then the texted code. Opens at a code that was sent before. */
export function PhoneDialog({ phone, onClose }: PhoneDialogProps) {
  const [sent, setSent] = useState<SentCode | null>(readKeptChange);
  const pending = sent?.phoneNumber ?? (phone && !phone.verified ? phone.phoneNumber : '');
  const [typed, setTyped] = useState(formatUsPhone(pending));
  const isHelper = useIsHelper();

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
