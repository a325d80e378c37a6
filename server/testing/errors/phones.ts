import { accountCopy as words } from '#contract/account-copy.ts';

import { type Answer, codeOn, testPassword, wrongCode } from '../visitor.ts';
import type { ErrorRow, World } from './world.ts';

const sixDigits = 'Please enter the 6-digit verification code';
const noUser = 'Please log in to verify your phone.';
const duplicates = '/api/check-phone-duplicate';

/** Errors of codes, the Verify page and phone changes. */
export const phoneErrors: readonly ErrorRow[] = [
  ['a login before the phone is verified', loginUnverified, 200, words.notConfirmed],
  ['a wrong code', (w) => confirm(w, wrongCode(w.bobsCode)), 400, words.codeWrong],
  ['half a code', (w) => confirm(w, '123'), 400, sixDigits, 'confirmationCode'],
  ['a code with a wrong password', (w) => confirm(w, w.bobsCode, 'Wrong123!'), 400, words.invalidLogin],
  ['a code with a ticket that is over', (w) => confirm(w, w.bobsCode, 'x'.repeat(43)), 400, words.proofExpired],
  ['a code asked for by a stranger', resendToStranger, 200, words.codeSentIfWaiting],
  ['another code too soon', secondResend, 429, words.codeCooldown],
  ['a code for the phone of another account', resendElsewhere, 409, words.phoneOfOther, 'phoneNumber'],

  ['the Verify page without a user', (w) => verify(w, { userId: undefined }), 400, noUser, 'userId'],
  [
    'the Verify page without a phone',
    (w) => verify(w, { phoneNumber: '312' }),
    400,
    'Please enter a valid phone number',
    'phoneNumber',
  ],
  ['a wrong code there', (w) => verify(w, { code: wrongCode(w.bobsCode) }), 400, words.codeWrong],
  ['the phone of another account there', verifyElsewhere, 409, words.phoneOfOther, 'phoneNumber'],
  ['the right code there', (w) => verify(w, { code: w.bobsCode }), 200, words.confirmed],
  ['once more, by the same account', (w) => verify(w, { code: w.bobsCode }), 200, words.alreadyVerified],

  ['whether a foreign phone is verified', foreignStatus, 403, words.notYourPhone],
  ['a duplicate check that finds one', (w) => duplicate(w, w.other.phoneNumber), 200, words.phoneInUse],
  ['a duplicate check that finds none', (w) => duplicate(w, w.app.phone()), 200, words.phoneFree],
  ['a duplicate check of no number', (w) => duplicate(w, '1'), 400, 'Phone number is required', 'phoneNumber'],
  ['a change to a phone in use', (w) => change(w, w.other.phoneNumber), 409, words.phoneInUse, 'phoneNumber'],
  ['a change to the same phone', (w) => change(w, w.known.phoneNumber), 409, words.phoneIsYours, 'phoneNumber'],
  ['a change to a Canadian phone', (w) => change(w, '(416) 555-0142'), 400, words.phoneNotUs, 'phoneNumber'],
  ['a code when no change is under way', (w) => confirmChange(w, '123456'), 409, words.noChangePending],
  ['a change whose text cannot be sent', withoutCarrier, 502, words.codeNotSent],
  ['a change with a wrong code', wrongChangeCode, 400, words.codeWrong],
  ['a change by nobody', changeByNobody, 401, words.authenticationRequired],
  ['a sync with nothing to bring over', sync, 200, words.nothingToSync],
];

function loginUnverified({ bob, waiting: { email } }: World): Promise<Answer> {
  return bob.call('POST', '/api/login', { email, password: testPassword });
}

function confirm(
  { bob, waiting: { email } }: World,
  confirmationCode: string,
  password = testPassword,
): Promise<Answer> {
  return bob.call('POST', '/api/confirm-registration', { email, confirmationCode, password });
}

function resendToStranger(world: World): Promise<Answer> {
  const { email } = world.waiting;
  return world.stranger().call('POST', '/api/resend-confirmation', { email, phoneNumber: world.app.phone() });
}

/** The page's initial request uses the code of the login; the next one has to wait. */
async function secondResend({ bob, waiting: { email, phoneNumber } }: World): Promise<Answer> {
  await bob.call('POST', '/api/resend-confirmation', { email, phoneNumber });
  return bob.call('POST', '/api/resend-confirmation', { email, phoneNumber });
}

function resendElsewhere({ bob, waiting: { email }, known: { phoneNumber } }: World): Promise<Answer> {
  return bob.call('POST', '/api/resend-confirmation', { email, phoneNumber });
}

function verify({ bob, waiting }: World, given: object): Promise<Answer> {
  return bob.call('POST', '/api/verify/phone/confirm', { ...waiting, code: '123456', ...given });
}

function verifyElsewhere(world: World): Promise<Answer> {
  return verify(world, { phoneNumber: world.known.phoneNumber });
}

function foreignStatus({ ann, other }: World): Promise<Answer> {
  return ann.call('GET', `/api/user/phone-status?phoneNumber=${encodeURIComponent(other.phoneNumber)}`);
}

function duplicate({ ann }: World, phoneNumber: string): Promise<Answer> {
  return ann.call('POST', duplicates, { phoneNumber });
}

function change({ ann }: World, phoneNumber: string): Promise<Answer> {
  return ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
}

function confirmChange({ ann }: World, verificationCode: string): Promise<Answer> {
  return ann.call('POST', '/api/cognito/confirm-phone-change', { verificationCode });
}

function withoutCarrier(world: World): ReturnType<ErrorRow[1]> {
  return world.during({ twilio: { status: 400 } }, () => change(world, world.app.phone()));
}

async function wrongChangeCode(world: World): Promise<Answer> {
  const phone = world.app.phone();
  await change(world, phone);
  return confirmChange(world, wrongCode(await codeOn(world.app, phone)));
}

function changeByNobody(world: World): Promise<Answer> {
  return world.stranger().call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: world.app.phone() });
}

function sync({ ann }: World): Promise<Answer> {
  return ann.call('POST', '/api/phone/sync-from-cognito', {});
}
