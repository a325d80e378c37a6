import { useEffect, useEffectEvent, useRef } from 'react';

import type { TextedCodeCheckReply } from '#contract/phone.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { fill } from '#web/ui/fill.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { accountWords } from './account-words.ts';
import { useTextedCode } from './use-texted-code.ts';

const words = accountWords.textUs;

type TextUsProps = {
  readonly readNumber: () => string;
  readonly signIn: boolean;
  readonly onVerified: (reply: TextedCodeCheckReply) => void;
  /** True if no code was sent: the alternative is shown without a click. */
  readonly isNeeded?: boolean;
};

/** Verifies a phone by a text from it to us, for numbers that our codes do not reach. */
export function TextUs({ isNeeded = false, ...options }: TextUsProps) {
  const { shown, hasExpired, isPending, failure, ask } = useTextedCode(options);
  const askFirst = useEffectEvent(ask);
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isNeeded || isStarted.current) return;
    isStarted.current = true;
    askFirst();
  }, [isNeeded]);

  if (shown !== null) {
    return (
      <Note>
        <output className="block text-base">
          {fill(words.textCode, {
            phone: formatUsPhone(shown.phoneNumber),
            code: <strong className="whitespace-nowrap">{words.join(shown.code)}</strong>,
            number: <strong className="whitespace-nowrap">{formatUsPhone(shown.serviceNumber)}</strong>,
          })}
        </output>
      </Note>
    );
  }
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <Button
        variant="quiet"
        isPending={isPending}
        onClick={ask}
        className="-ml-4 hover:bg-transparent hover:underline"
      >
        {hasExpired ? words.codeExpired : words.textUsInstead}
      </Button>
    </SubmitArea>
  );
}
