import { closed, countEnd, isOpen, type Send, type Step, type Text } from './states.ts';

/**
 * A send that a journal has, as the database gets it. One whose outcome is open is unknown from now on: the process that
 * had it has left it. One that the carrier took or refused begins as an intent, of which that is recorded next. One that
 * was given up ends its text: it may have been sent.
 * @param isHeld whether the journal says more of this text, which waits for that; otherwise the text may be answered
 */
export function restoreSend(text: Text, send: Send, isHeld: boolean, now: number): Step<void> {
  const attempts = Math.max(text.attempts, send.attempt);
  const tried: Text = { ...text, attempts };
  const blank: Send = { ...send, unknownAt: null, nextCheckAt: null, isReplayed: true };
  if (isOpen(send)) {
    const unknownAt = send.unknownAt ?? now;
    const sending: { text?: Text } = text.state === 'received' ? { text: { ...tried, state: 'sending' } } : {};
    const opened: Send = { ...blank, state: 'unknown', unknownAt, nextCheckAt: now };
    return { result: undefined, changes: { ...sending, opened } };
  }
  if (send.state === 'unresolved' && text.state === 'received') {
    const counts = countEnd(text, 'failed', now);
    return { result: undefined, changes: { text: closed(tried, 'failed', now), opened: blank, counts } };
  }
  if (send.state === 'accepted' || send.state === 'rejected') {
    const intent = { state: 'intent', providerSid: null, acceptedAt: null, errorCode: null, redactAt: null } as const;
    return { result: undefined, changes: { text: tried, opened: { ...blank, ...intent } } };
  }
  // Its replay may have let the text wait for this send, which was open then.
  const isWaiting = text.state === 'received' && text.fence === 0 && !isHeld;
  return { result: undefined, changes: { text: isWaiting ? { ...tried, leaseUntil: null } : tried, opened: blank } };
}
