import { expect, test } from 'vitest';

import { asksFor } from '../asks-for.ts';
import { formatSms } from '../format-sms.ts';

test.each([
  ['weather 60614', 'Renew now or your account will be locked, see irs.gov.'],
  ['weather 60614', 'Upgrade today to keep your texts, as irs.gov says.'],
  ['passport', 'Renew online here, not at travel.state.gov.'],
  ['how do i renew my passport', 'Renew now or your account will be locked, see irs.gov.'],
  ['how do i renew my plan', 'Renew now: reply YES 1 to keep the plan going.'],
  ['how do i renew my plan', 'Renew your plan today by replying with your name.'],
  ['how do i upgrade windows', 'Upgrade today to keep getting answers from this number.'],
  ['reactivate my sim', 'Reactivate now by replying with your name and zip.'],
  ['reactivate my sim', 'Please reactivate it today or you will lose the number.'],
])(
  'a renewal lure is dropped with the host of an institution in it, and for a question about renewing: %j, %j',
  (question, planted) => {
    const bodyOf = (raw: string): string | null => formatSms(raw, { asks: asksFor(question, 'Askline') }).body;
    expect(bodyOf(planted)).toBeNull();
    expect(bodyOf(`It is sunny. ${planted}`)).toBe('It is sunny.');
  },
);

test.each([
  ['passport', 'Renew at travel.state.gov. It costs $130.'],
  ['passport', 'Renew it online through travel.state.gov.'],
  ['when do i renew my license', 'Renew by your birthday or your license expires.'],
  ['how do i renew library books', 'Renew by replying to the text from your library.'],
  ['how do i renew my plan', 'Renew online; never reply with your card number.'],
  ['what phone number do i call to upgrade my plan', 'Upgrade by calling this number from your phone.'],
  ['how do i upgrade my wifi', 'Upgrade your router or your modem.'],
])('how to renew or upgrade something stays: %j, %j', (question, answer) => {
  expect(formatSms(answer, { asks: asksFor(question, 'Askline') }).body).toBe(answer);
});
