import { isAboutUsPhones, isPhoneTaken } from '#contract/account-words.ts';
import { SignupBody, SignupReply, type SignupForm } from '#contract/auth.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { call, UnexpectedReply } from '../../lib/api.ts';
import { failureOf, Refused } from '../../lib/failure.ts';
import { addToast } from '../../lib/toast-store.ts';
import { signupWords } from './signup-words.ts';
import type { NewAccount } from './verify-step.tsx';

/**
 * Asks for the account.
 * @throws Refused with the title and the words that belong to the refusal, some of them beside fields (spec, section 8)
 */
export async function createAccount(values: SignupForm): Promise<NewAccount> {
  const body = { ...SignupBody.parse(values), phoneNumber: nationalDigits(values.phoneNumber) };
  try {
    const reply = await call('/api/signup', { method: 'POST', body, reads: SignupReply });
    const { confirmationTicket, codeSent, message, retryAfterSeconds } = reply;
    if (!codeSent) addToast({ title: 'No code was sent', description: message, tone: 'danger' });
    const { email, phoneNumber } = values;
    return { email, phoneNumber, confirmationTicket, notSent: codeSent ? null : message, retryAfterSeconds };
  } catch (error) {
    if (error instanceof UnexpectedReply) {
      const message = 'We got a reply we couldn’t read. Your account may have been created: please try to log in.';
      throw new Refused({ title: 'Unexpected Response', message });
    }
    const failure = failureOf(error, signupWords);
    throw new Refused({ ...failure, title: titleFor(failure.message) });
  }
}

function titleFor(message: string): string {
  if (isPhoneTaken(message)) return 'Phone Number Already Registered';
  return isAboutUsPhones(message) ? 'US Phone Numbers Only' : signupWords.title;
}
