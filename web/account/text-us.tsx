import { useEffect, useEffectEvent, useRef } from 'react';

import type { TextedCodeCheckReply } from '#contract/phone.ts';
import { formatUsPhone } from '#contract/us-phone-input.ts';

import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { SubmitArea } from '../ui/submit-area.tsx';
import { useTextedCode } from './use-texted-code.ts';

type TextUsProps = {
  readonly readNumber: () => string;
  readonly signIn: boolean;
  readonly onVerified: (reply: TextedCodeCheckReply) => void;
  /** No code went out: the other way is shown without being asked for. */
  readonly isNeeded?: boolean;
};

/** The way to verify a phone that needs no text from us: a text to us. */
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
