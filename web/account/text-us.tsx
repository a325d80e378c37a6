import { useEffect, useEffectEvent, useRef } from 'react';

import type { TextedCodeCheckReply } from '#contract/phone.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useTextedCode } from './use-texted-code.ts';

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
        <output className="block">
          From {formatUsPhone(shown.phoneNumber)}, text <strong className="whitespace-nowrap">JOIN {shown.code}</strong>{' '}
          to <strong className="whitespace-nowrap">{formatUsPhone(shown.serviceNumber)}</strong>. This page continues
          automatically when we get your text. The code expires in 10 minutes.
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
        {hasExpired ? 'That code expired. Get a new one' : 'No code? Text us instead'}
      </Button>
    </SubmitArea>
  );
}
