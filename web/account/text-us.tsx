import { useEffect, useRef } from 'react';

import type { TextedCodeCheckReply, TextedCodeReply } from '#contract/phone.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { fill } from '#web/ui/fill.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

import { accountPagesCopy } from './account-copy.ts';
import { useTextedCode } from './use-texted-code.ts';

const copy = accountPagesCopy.textUs;

type TextUsProps = {
  readonly readNumber: () => string;
  readonly signIn: boolean;
  /** The phone is another person's: a link would text from this one. */
  readonly isHelper: boolean;
  readonly onVerified: (reply: TextedCodeCheckReply) => void;
  /** True if no code was sent: the alternative is shown without a click. */
  readonly isNeeded?: boolean;
  /** The code that was shown before a reload. */
  readonly kept?: TextedCodeReply | null;
  /** The text may have arrived while the page was gone. */
  readonly isRestored?: boolean;
  /** Called with each code that is shown. */
  readonly onShown?: (code: TextedCodeReply) => void;
  /** The page has a field for the number: once that has changed, another code is needed. */
  readonly hasNumberField?: boolean;
};

/** Verifies a phone by a text from it to us, for numbers that our codes do not reach. */
export function TextUs({ hasNumberField = false, isHelper, ...options }: TextUsProps) {
  const { shown, hasExpired, hasEnded, isPending, failure, ask } = useTextedCode(options);

  const state = hasEnded ? 'ended' : shown !== null ? 'shown' : hasExpired ? 'expired' : 'idle';
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus is gone: the button that asked for the note, or a part of the note.
    if (state !== 'idle' && document.activeElement === document.body) area.current?.focus();
  }, [state]);

  return (
    <div ref={area} tabIndex={-1} className="space-y-2 outline-none">
      {shown !== null && (
        <Note>
          <output className="block text-base">
            {fill(copy.textCode, {
              phone: formatUsPhone(shown.phoneNumber),
              code: <strong className="whitespace-nowrap">{copy.join(shown.code)}</strong>,
              number: <strong className="whitespace-nowrap">{formatUsPhone(shown.serviceNumber)}</strong>,
            })}
          </output>
          {!isHelper && (
            <a href={smsLink(shown)} className="inline-block py-2 font-medium text-brand underline underline-offset-2">
              {copy.openText}
            </a>
          )}
        </Note>
      )}
      {hasEnded && <Alert>{fill(copy.checkEnded, { link: <TextLink to="/login" /> })}</Alert>}
      {!hasEnded && (shown === null || hasNumberField) && (
        // As another button: one that stays keeps the focus from the note that it has asked for.
        <SubmitArea key={shown === null ? 'ask' : 'another'} failure={failure} isPending={isPending}>
          <TextButton isPending={isPending} onClick={ask}>
            {shown !== null ? copy.numberChanged : hasExpired ? copy.codeExpired : copy.textUsInstead}
          </TextButton>
        </SubmitArea>
      )}
    </div>
  );
}

/** Opens the texting app with the code. iOS and Android agree on this form of the body only. */
function smsLink({ serviceNumber, code }: TextedCodeReply): string {
  return `sms:${serviceNumber}?&body=${encodeURIComponent(copy.join(code))}`;
}
