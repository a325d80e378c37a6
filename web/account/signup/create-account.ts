import { isAboutUsPhones, isPhoneTaken } from '#contract/account-words.ts';
import { SignupBody, SignupReply, type SignupForm } from '#contract/auth.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { ApiError, call, sentenceOf, UnexpectedReply } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import type { NewAccount } from './verify-step.tsx';

type Outcome = {
  readonly account: NewAccount | null;
  /** Messages that belong beside fields, by field. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Asks for the account and says in a toast what went wrong, if anything did (spec, section 8). */
export async function createAccount(values: SignupForm): Promise<Outcome> {
  const body = { ...SignupBody.parse(values), phoneNumber: nationalDigits(values.phoneNumber) };
  try {
    const reply = await call('/api/signup', { method: 'POST', body, reads: SignupReply });
    const { confirmationTicket, codeSent, message, retryAfterSeconds } = reply;
    if (!codeSent) addToast({ title: 'No code was sent', description: message, tone: 'danger' });
    const { email, phoneNumber } = values;
    return {
      account: { email, phoneNumber, confirmationTicket, notSent: codeSent ? null : message, retryAfterSeconds },
      fields: {},
    };
  } catch (error) {
    const isUnexpected = error instanceof UnexpectedReply;
    const message = isUnexpected
      ? 'The account may have been created. Please try to log in.'
      : sentenceOf(error, 'Please try again in a moment.');
    addToast({
      title: isUnexpected ? 'Unexpected Response' : failureTitle(message),
      description: message,
      tone: 'danger',
    });
    return { account: null, fields: error instanceof ApiError ? error.fields : {} };
  }
}

function failureTitle(message: string): string {
  if (isPhoneTaken(message)) return 'Phone Number Already Registered';
  return isAboutUsPhones(message) ? 'US Phone Numbers Only' : 'Account Creation Failed';
}
