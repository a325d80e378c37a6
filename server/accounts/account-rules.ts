import type { Limit } from '#server/platform/rate-limits.ts';

/** The numbers of the limits, by the names of their settings. */
type Numbers = Readonly<
  Record<
    | 'LOGIN_FAILURES_PER_EMAIL'
    | 'LOGIN_FAILURES_PER_EMAIL_ANYWHERE'
    | 'LOGIN_FAILURES_PER_ADDRESS'
    | 'SIGNUPS_PER_ADDRESS_HOUR'
    | 'SIGNUPS_PER_ADDRESS_DAY'
    | 'CODES_PER_PHONE_HOUR'
    | 'CODES_PER_PHONE_DAY'
    | 'CODES_PER_ACCOUNT_HOUR'
    | 'CODES_PER_ACCOUNT_DAY'
    | 'CODES_PER_ADDRESS_HOUR'
    | 'CODE_PHONES_PER_ADDRESS_HOUR'
    | 'CODES_PER_EXCHANGE_HOUR'
    | 'CODES_PER_HOUR'
    | 'MEMBER_CODES_PER_HOUR'
    | 'CODE_FAILURES_PER_DAY'
    | 'RESETS_PER_EMAIL_HOUR'
    | 'RESETS_PER_EMAIL_DAY'
    | 'RESETS_PER_ADDRESS_HOUR'
    | 'PHONE_QUESTIONS_PER_HOUR',
    number
  >
>;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function limit(name: string, points: number, windowSeconds: number, whenDown: Limit['whenDown']): Limit {
  return { name, points, windowSeconds, whenDown };
}

export type AccountRules = ReturnType<typeof accountRules>;

/**
 * Rate limits (docs/reference/security.md#limits). Requests that cost a text are refused while the limits cannot be
 * counted.
 */
export function accountRules(numbers: Numbers) {
  return {
    /**
     * Failed logins to one email: per unknown client; for all unknown clients together; per session, or browser that
     * has proved the password before; for all of those together. Last, per client for all emails.
     */
    loginPerEmail: limit('login_email', numbers.LOGIN_FAILURES_PER_EMAIL, 15 * minute, 'stricter'),
    loginPerEmailAnywhere: limit('login_any', numbers.LOGIN_FAILURES_PER_EMAIL_ANYWHERE, 15 * minute, 'stricter'),
    loginPerDevice: limit('login_device', numbers.LOGIN_FAILURES_PER_EMAIL, 15 * minute, 'stricter'),
    loginOnDevices: limit('login_devices', numbers.LOGIN_FAILURES_PER_EMAIL_ANYWHERE, 15 * minute, 'stricter'),
    loginPerAddress: limit('login_ip', numbers.LOGIN_FAILURES_PER_ADDRESS, 15 * minute, 'stricter'),
    /**
     * Wrong passwords of all unknown browsers together that reach Cognito, which locks a user at the fifth and forgets
     * them after about 15 minutes without an attempt (docs/decisions/0007-identity-in-stages.md), so it has no setting.
     */
    loginAtCognito: { ...limit('login_cognito', 4, 20 * minute, 'closed'), isExtendedByTakes: true },
    signupPerHour: limit('signup_hour', numbers.SIGNUPS_PER_ADDRESS_HOUR, hour, 'closed'),
    signupPerDay: limit('signup_day', numbers.SIGNUPS_PER_ADDRESS_DAY, day, 'closed'),
    /** The cooldown that the pages count down (docs/reference/specification.md#constants). */
    codePerPhoneMinute: limit('code_phone_minute', 1, minute, 'closed'),
    codePerPhoneHour: limit('code_phone_hour', numbers.CODES_PER_PHONE_HOUR, hour, 'closed'),
    codePerPhoneDay: limit('code_phone_day', numbers.CODES_PER_PHONE_DAY, day, 'closed'),
    codePerAccountHour: limit('code_account_hour', numbers.CODES_PER_ACCOUNT_HOUR, hour, 'closed'),
    codePerAccountDay: limit('code_account_day', numbers.CODES_PER_ACCOUNT_DAY, day, 'closed'),
    codePerAddress: limit('code_ip', numbers.CODES_PER_ADDRESS_HOUR, hour, 'closed'),
    /** Whether an address has used this phone within the hour; and how many different phones it has used. */
    phoneOfAddress: limit('code_ip_phone', 1, hour, 'closed'),
    phonesPerAddress: limit('code_ip_phones', numbers.CODE_PHONES_PER_ADDRESS_HOUR, hour, 'closed'),
    /** The same for signed-in accounts, so that strangers at their address cannot use them up. */
    codePerAddressOfMembers: limit('code_ip_members', numbers.CODES_PER_ADDRESS_HOUR, hour, 'closed'),
    phoneOfAddressOfMembers: limit('code_ip_phone_members', 1, hour, 'closed'),
    phonesPerAddressOfMembers: limit('code_ip_phones_members', numbers.CODE_PHONES_PER_ADDRESS_HOUR, hour, 'closed'),
    /** Area code and exchange: SMS pumping uses a block of numbers. */
    codePerExchange: limit('code_exchange', numbers.CODES_PER_EXCHANGE_HOUR, hour, 'closed'),
    /** A separate limit for signed-in accounts, so that strangers cannot use up an exchange for them. */
    codePerExchangeOfMembers: limit('code_exchange_members', numbers.CODES_PER_EXCHANGE_HOUR, hour, 'closed'),
    /**
     * The site's code budgets: any visitor; visitors whose network and exchange are clean; any signed-in account;
     * accounts with a plan.
     */
    codeForVisitors: limit('code_visitors', Math.ceil((numbers.CODES_PER_HOUR * 2) / 3), hour, 'closed'),
    codeForNewcomers: limit('code_newcomers', Math.ceil(numbers.CODES_PER_HOUR / 3), hour, 'closed'),
    codeForMembers: limit('code_members', Math.floor(numbers.MEMBER_CODES_PER_HOUR / 2), hour, 'closed'),
    codeForSubscribers: limit('code_subscribers', Math.ceil(numbers.MEMBER_CODES_PER_HOUR / 2), hour, 'closed'),
    /** Codes to an exchange, or for a network, that have not been entered yet. Over this limit, it is suspicious. */
    unverifiedOfExchange: limit('code_unproved_exchange', 3, hour, 'closed'),
    unverifiedOfNetwork: limit('code_unproved_network', 3, hour, 'closed'),
    /** Codes that the page shows and the phone texts: each costs a row, and one reply at most. */
    textedPerAccount: limit('texted_account', 10, hour, 'stricter'),
    textedPerAddress: limit('texted_ip', 20, hour, 'stricter'),
    codeFailures: limit('code_failures', numbers.CODE_FAILURES_PER_DAY, day, 'closed'),
    /** Resends that a stranger requests: as many as for a phone, whether or not the account exists. */
    resendPerEmailMinute: limit('resend_email_minute', 1, minute, 'closed'),
    resendPerEmailHour: limit('resend_email_hour', numbers.CODES_PER_PHONE_HOUR, hour, 'closed'),
    resendPerAddress: limit('resend_ip', numbers.CODES_PER_ADDRESS_HOUR, hour, 'closed'),
    /**
     * Emails with a code to an address, and the requests that come with them: per unknown client; for all unknown
     * clients together; per browser that has proved the password before; for all of those together, but only while the
     * mailbox is unproven. Known browsers of an owner share no limit: a thief who knows the password could keep the
     * owner from resetting it.
     */
    resetPerEmail: limit('reset_email', numbers.RESETS_PER_EMAIL_HOUR, hour, 'stricter'),
    resetPerEmailAnywhere: limit('reset_any', numbers.RESETS_PER_EMAIL_DAY, day, 'stricter'),
    resetPerDevice: limit('reset_device', numbers.RESETS_PER_EMAIL_HOUR, hour, 'stricter'),
    resetOnDevices: limit('reset_devices', numbers.RESETS_PER_EMAIL_DAY, day, 'stricter'),
    resetPerAddress: limit('reset_ip', numbers.RESETS_PER_ADDRESS_HOUR, hour, 'stricter'),
    /** By address, so that accounts with it that come and go share them: links to prove it; welcomes and other notices. */
    emailLinkPerEmail: limit('email_link', 3, day, 'closed'),
    noticePerUnprovenEmail: limit('email_notice', 6, day, 'stricter'),
    /** Exports of everything stored about an account: each reads a few thousand rows. */
    exportPerAccount: limit('export_account', 10, day, 'closed'),
    /** Lookups of phones: per account or signed-out client; per signed-in client. */
    phoneQuestions: limit('phone_questions', numbers.PHONE_QUESTIONS_PER_HOUR, hour, 'stricter'),
    phoneQuestionsOfMembers: limit('phone_questions_members', numbers.PHONE_QUESTIONS_PER_HOUR, hour, 'stricter'),
  } as const;
}
