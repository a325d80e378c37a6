import { isOpen, type Send, type Step, type Text } from './states.ts';

/**
 * A send that a journal has, as the database gets it. One whose outcome is open is unknown from now on: the process that
 * had it has left it. One that the carrier took or refused begins as an intent, of which that is recorded next.
 */
export function restoreSend(text: Text, send: Send, now: number): Step<void> {
  const attempts = Math.max(text.attempts, send.attempt);
  const blank: Send = { ...send, unknownAt: null, nextCheckAt: null, isReplayed: true };
  if (isOpen(send)) {
    const unknownAt = send.unknownAt ?? now;
    const sending: { text?: Text } = text.state === 'received' ? { text: { ...text, state: 'sending', attempts } } : {};
    const opened: Send = { ...blank, state: 'unknown', unknownAt, nextCheckAt: now };
    return { result: undefined, changes: { ...sending, opened } };
  }
  const isRecordedNext = send.state === 'accepted' || send.state === 'rejected';
  const intent = { state: 'intent', providerSid: null, acceptedAt: null, errorCode: null, redactAt: null } as const;
  const opened: Send = { ...blank, ...(isRecordedNext ? intent : {}) };
  return { result: undefined, changes: { text: { ...text, attempts }, opened } };
}
