import { isAboutUsPhones, isPhoneTaken } from '#contract/account-copy.ts';
import { SignupBody, SignupReply, type SignupForm } from '#contract/auth.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';
import { call, UnexpectedReply } from '#web/lib/api/call.ts';
import { failureOf, Refused } from '#web/lib/api/failure.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';

import { signupCopy } from '../signup-copy.ts';
import type { NewAccount } from './new-account.ts';
import { storePendingSignup } from './pending-signup.ts';

const copy = signupCopy.createAccount;
const { signupFailure } = signupCopy;

/**
 * Creates the account, and keeps the step that follows for this tab.
 * @throws Refused with the title and messages of the refusal, some of them for fields
 * (docs/reference/specification.md#errors)
 */
export async function createAccount(values: SignupForm): Promise<NewAccount> {
  const { phoneOwner, ...typed } = values;
  const isHelper = phoneOwner === 'other';
  const body = {
    ...SignupBody.parse(typed),
    phoneNumber: nationalDigits(values.phoneNumber),
    ...(isHelper && { isHelper }),
  };
  try {
    const reply = await call('/api/signup', { method: 'POST', body, reads: SignupReply });
    const { confirmationTicket, codeSent, message, retryAfterSeconds } = reply;
    if (!codeSent) addToast({ title: copy.noCodeSent, description: message, tone: 'danger' });
    const { email, phoneNumber } = values;
    const notSent = codeSent ? null : message;
    const begun = { textedCode: null, isRestored: false };
    const account = { email, phoneNumber, isHelper, confirmationTicket, notSent, retryAfterSeconds, ...begun };
    storePendingSignup(account);
    return account;
  } catch (error) {
    if (error instanceof UnexpectedReply) {
      const message = copy.maybeCreated;
      throw new Refused({ title: copy.unexpectedResponse, message });
    }
    const failure = failureOf(error, signupFailure);
    throw new Refused({ ...failure, title: titleFor(failure.message) });
  }
}

function titleFor(message: string): string {
  if (isPhoneTaken(message)) return copy.alreadyRegistered;
  return isAboutUsPhones(message) ? copy.usNumbersOnly : signupFailure.title;
}
