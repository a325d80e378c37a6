/** Who may make a call: anyone, a signed-in browser, the operator, or a third party that signs what it sends. */
export type Access = 'public' | 'session' | 'operator' | 'signature';

/** What a call is for, in a sentence, as the documentation lists it. */
export type Operation = { readonly access: Access; readonly tag: string; readonly summary: string };

function of(tag: string, access: Access, summary: string): Operation {
  return { tag, access, summary };
}

/** Every call there is, by method and path (spec, section 7; the addresses that others call). */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /api/user': of('Account', 'session', 'Who is signed in.'),
  'POST /api/login': of('Account', 'public', 'Signs in, or says that the account has to be confirmed first.'),
  'POST /api/logout': of('Account', 'public', 'Ends the session of this browser.'),
  'POST /api/signup': of('Account', 'public', 'Creates an account and texts the first code.'),
  'POST /api/resend-confirmation': of('Account', 'public', 'Texts the code of an account that waits for it once more.'),
  'POST /api/confirm-registration': of('Account', 'public', 'Takes the code, verifies the phone and signs in.'),
  'POST /api/forgot-password': of('Account', 'public', 'Mails a code for a new password.'),
  'POST /api/reset-password': of('Account', 'public', 'Takes that code and sets a new password.'),
  'POST /api/confirm-password': of('Account', 'session', 'Proves the password again, before what matters most.'),
  'GET /api/user/sessions': of('Account', 'session', 'The browsers that are logged in.'),
  'POST /api/user/sessions/end': of('Account', 'session', 'Logs one of them out, or all others.'),
  'POST /api/confirm-email': of('Account', 'session', 'Takes the token of the emailed link: the mailbox is proven.'),
  'POST /api/resend-email-link': of('Account', 'session', 'Emails that link again.'),
  'DELETE /api/user/account': of('Account', 'session', 'Closes the account; a plan that runs ends with it.'),

  'GET /api/user/phone-status': of('Phone', 'session', "Whether one's own number is verified."),
  'POST /api/verify/phone/by-text': of('Phone', 'public', 'Makes a code to text to us; after a right password.'),
  'POST /api/verify/phone/by-text/check': of('Phone', 'public', 'Says whether that text has come, and signs in.'),
  'POST /api/verify/phone/confirm': of('Phone', 'public', 'Takes the code of the Verify page.'),
  'POST /api/check-phone-duplicate': of('Phone', 'session', 'Whether another account has this number.'),
  'POST /api/cognito/initiate-phone-change': of('Phone', 'session', 'Texts a code to the new number.'),
  'POST /api/cognito/confirm-phone-change': of('Phone', 'session', 'Takes it: the new number replaces the old one.'),
  'POST /api/undo-phone-change': of('Phone', 'public', 'Takes the token of the emailed link: the old number is back.'),
  'GET /api/user/phone-numbers': of('Phone', 'session', 'The numbers of the account.'),
  'GET /api/service-phone-numbers': of('Phone', 'public', 'The numbers to text questions to.'),
  'POST /api/phone/sync-from-cognito': of(
    'Phone',
    'session',
    'Brings over the number that the identity service knows.',
  ),

  'GET /api/subscription/plans': of('Subscription', 'public', 'What can be bought.'),
  'POST /api/create-subscription': of(
    'Subscription',
    'session',
    'Opens a checkout; its page is at the payment provider.',
  ),
  'GET /api/user/subscription': of('Subscription', 'session', "The account's plan and how it stands."),
  'POST /api/subscription/cancel-immediately': of('Subscription', 'session', 'Ends the plan now.'),
  'POST /api/create-customer-portal': of('Subscription', 'session', "Opens the payment provider's own page."),

  'POST /api/support': of('Support', 'session', 'Takes a ticket, with up to four files.'),
  'POST /api/contact': of('Support', 'public', 'Takes a message, with up to four files.'),

  'GET /api/version': of('Public', 'public', 'Version and environment.'),
  'GET /api/status': of('Public', 'public', 'What is deployed.'),
  'POST /api/demo/search': of('Public', 'public', 'The free demo.'),
  'GET /api/docs': of('Public', 'public', 'This document.'),

  'GET /api/admin/auth-check': of('Admin', 'public', 'Whether a password or token is the right one.'),
  'POST /api/admin/sign-in': of('Admin', 'public', 'Signs a named operator in, with a one-time code.'),
  'POST /api/admin/sign-out': of('Admin', 'operator', 'Ends the session of a named operator.'),
  'GET /api/admin/monitoring': of('Admin', 'operator', 'All figures of the monitoring page.'),
  'GET /api/admin/overview': of('Admin', 'operator', 'Figures over time.'),
  'GET /api/admin/features': of('Admin', 'operator', 'How the toggles stand.'),
  'POST /api/admin/monitoring/toggle': of('Admin', 'operator', 'Switches a feature.'),
  'POST /api/admin/db-fallback/sync': of('Admin', 'operator', 'Writes what waited for the database.'),
  'POST /api/admin/cognito/migrate-users': of(
    'Admin',
    'operator',
    'Moves a batch of accounts to the identity service.',
  ),
  'POST /api/admin/cognito/setup-groups': of('Admin', 'operator', 'Makes the groups at the identity service.'),
  'POST /api/admin/find-user': of('Admin', 'operator', 'Finds an account.'),
  'GET /api/admin/texts/:id': of('Admin', 'operator', "A text's way through the product: states and times only."),
  'POST /api/admin/opt-out': of('Admin', 'operator', 'Opts a number out by hand.'),
  'GET /api/admin/audit': of('Admin', 'operator', 'What operators did.'),

  'POST /webhooks/twilio/messages': of('Webhooks', 'signature', 'A text came in.'),
  'POST /webhooks/twilio/status': of('Webhooks', 'signature', 'What became of a text that went out.'),
  'POST /webhooks/stripe': of('Webhooks', 'signature', 'Something happened at the payment provider.'),

  'GET /healthz': of('Health', 'public', 'Whether the process turns.'),
  'GET /readyz': of('Health', 'public', 'Whether it can do its work.'),
  'GET /metrics': of('Health', 'operator', 'Figures for Prometheus; from loopback without a token.'),
};
