import { expect, test } from 'vitest';

import { ApiError, UnexpectedReply } from './call.ts';
import { Refused, failureOf, messageOf } from './failure.ts';

function refusal(status: number, body: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError(new Response(null, { status, headers }), body);
}
const said = (message: string) => JSON.stringify({ code: 'rate_limited', message });

test.each([
  [
    refusal(429, said('Too many attempts.'), { 'retry-after': '900' }),
    'Too many attempts. You can try again in 15 minutes.',
  ],
  [refusal(429, said('Please wait.'), { 'retry-after': '1' }), 'Please wait. You can try again in 1 second.'],
  [refusal(429, said('Please wait.'), { 'retry-after': '86400' }), 'Please wait. You can try again in 24 hours.'],
  [refusal(503, said('Please try again in a minute.'), { 'retry-after': '30' }), 'Please try again in a minute.'],
  [refusal(409, said('Phone number already registered.')), 'Phone number already registered.'],
  [
    refusal(500, 'null'),
    'Failed to send. Something went wrong on our side. Nothing you typed is lost. Please try again.',
  ],
  [
    refusal(429, '<html>', { 'retry-after': '60' }),
    'Failed to send. We’re busy right now, and nothing you typed is lost. You can try again in 60 seconds.',
  ],
  [
    new TypeError('Failed to fetch'),
    'Failed to send. We couldn’t reach our server. Nothing you typed is lost. Check your connection and try again.',
  ],
  [
    new UnexpectedReply(),
    'Failed to send. We got a reply we couldn’t read, so we can’t tell whether it worked. Check before you try again.',
  ],
  [
    new DOMException('', 'TimeoutError'),
    'Failed to send. Our server took too long to answer. Nothing you typed is lost. Please try again.',
  ],
])('a refusal reaches the user unchanged: %s', (error, message) => {
  expect(messageOf(error, 'Failed to send')).toBe(message);
});

test.each([
  [new TypeError('Failed to fetch'), 'We couldn’t reach our server. Nothing you typed is lost. Check your connection.'],
  [refusal(502, '<html>'), 'Something went wrong on our side. Nothing you typed is lost.'],
  [new DOMException('', 'TimeoutError'), 'Our server took too long to answer. Nothing you typed is lost.'],
  [new UnexpectedReply(), 'We got a reply we couldn’t read, so we can’t tell whether it worked.'],
])('a message that asks to try again gets a reason that does not ask a second time: %s', (error, reason) => {
  expect(messageOf(error, 'Failed to log in. Please try again.')).toBe(`Failed to log in. Please try again. ${reason}`);
});

test('a known message keeps its title and its fields', () => {
  const refused = new Refused({ title: 'No', message: 'Not this one.', fields: { code: 'Wrong.' } });
  expect(failureOf(refused, { title: 'Error', fallback: 'x' })).toMatchObject({
    title: 'No',
    message: 'Not this one.',
    fields: { code: 'Wrong.' },
  });
});
