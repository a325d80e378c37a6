import { newUser as user } from './account-calls.ts';
import { field } from './form-page.ts';
import type { Calls, Reply } from './static-site.ts';
import type { Open } from './test.ts';
import type { Visit } from './visit.ts';

const created: Reply = {
  json: { user, confirmationTicket: 'ticket-1', codeSent: true, message: 'Sent.', retryAfterSeconds: 60 },
};

/** Fills in the whole form of the sign-up. */
export async function fillInSignup(visit: Visit): Promise<void> {
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('Secret123!');
  await field(visit, 'Confirm password').fill('Secret123!');
  await field(visit, 'Phone number').fill('+1 (212) 555-0142');
  await visit.page.getByRole('checkbox', { name: /I agree to receive text messages/ }).check();
  await visit.page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
}

/** Submits the form of the sign-up. */
export const submit = (visit: Visit) => visit.page.getByRole('button', { name: 'Create Account' }).click();

/** Signs up, as far as the code. */
export async function atCodeStep(open: Open, calls: Calls = {}): Promise<Visit> {
  const visit = await open('/signup', { calls: { 'POST /api/signup': () => created, ...calls } });
  await fillInSignup(visit);
  await submit(visit);
  await visit.page.getByRole('heading', { level: 1, name: 'Verify your phone' }).waitFor();
  return visit;
}
